// The final scoring, line by line, each with its rule and the reason.

function cell(tag, words, why) {
  const made = document.createElement(tag);
  made.textContent = words;
  if (why) {
    const small = document.createElement("small");
    small.textContent = why;
    made.append(small);
  }
  return made;
}

export function showResult(place, result, names) {
  place.hidden = !result;
  place.replaceChildren();
  if (!result) return;
  const heading = document.createElement("p");
  heading.textContent = result.words;
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  head.append(cell("th", ""));
  names.forEach((name, seat) => {
    const made = cell("th", name);
    made.style.setProperty("--side", `var(--seat${seat})`);
    head.append(made);
  });
  const body = table.createTBody();
  for (const line of result.lines) {
    const row = body.insertRow();
    if (line.title === "total") row.className = "total";
    row.append(cell("th", line.rule ? `${line.rule} ${line.title}` : line.title));
    line.points.forEach((points, seat) => row.append(cell("td", points, line.why[seat])));
  }
  place.append(heading, table);
}
