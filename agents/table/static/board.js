// The board: pieces of SVG from the server, in one window, or in two that lie one above the other on a narrow screen.

const NARROW = window.matchMedia("(max-width: 700px)"); // a whole drawing would be too small to read
const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  parent.append(made);
  return made;
}

export class Board {
  // `listen` is told: over(name, title), out(), chosen(name, byTouch)
  constructor(listen) {
    this.listen = listen;
    this.pieces = [];
    this.can = new Set();
    this.lit = null;
    this.windows = [];
    this.size = [800, 730, 456];
    NARROW.addEventListener("change", () => this.build());
    for (const place of [document.getElementById("board"), document.getElementById("seats")]) {
      place.addEventListener("pointerover", (event) => this.over(event));
      place.addEventListener("pointerleave", () => this.listen.out());
      place.addEventListener("click", (event) => this.click(event));
    }
  }

  build() {
    const [wide, high, split] = this.size;
    const board = document.getElementById("board"), seats = document.getElementById("seats");
    board.replaceChildren();
    seats.replaceChildren();
    seats.hidden = !NARROW.matches;
    const boxes = NARROW.matches
      ? [[board, 0, split], [seats, split, wide - split]]
      : [[board, 0, wide]];
    this.windows = boxes.map(([place, left, width]) => {
      const drawing = svg("svg", { viewBox: `${left} 0 ${width} ${high}`, role: "img", "aria-label": "The board" }, place);
      drawing.style.fontFamily = "Verdana, 'DejaVu Sans', Geneva, sans-serif";
      return { drawing, slots: [], rings: null };
    });
    for (const window of this.windows) {
      this.pieces.forEach((piece) => { this.slot(window).innerHTML = piece; });
      window.rings = svg("g", {}, window.drawing);
    }
    this.mark();
  }

  slot(window) {
    const made = svg("g", {}, window.drawing);
    window.slots.push(made);
    return made;
  }

  reset(size) {
    this.size = size;
    this.pieces = [];
    this.build();
  }

  update(changes) {
    for (const [place, piece] of changes) {
      this.pieces[place] = piece;
      for (const window of this.windows) {
        while (window.slots.length <= place) this.slot(window);
        window.slots[place].innerHTML = piece;
      }
    }
    for (const window of this.windows) window.drawing.append(window.rings);
    this.mark();
  }

  find(window, name) {
    const [kind, id] = name.split(":");
    return window.drawing.querySelector(`[data-${kind}="${CSS.escape(id)}"]`);
  }

  setChoices(names) {
    this.can = new Set(names);
    this.mark();
  }

  setLit(name) {
    this.lit = name;
    this.ring();
  }

  mark() {
    for (const window of this.windows) {
      for (const old of window.drawing.querySelectorAll(".can")) old.classList.remove("can");
      for (const name of this.can) this.find(window, name)?.classList.add("can");
    }
    this.ring();
  }

  ring() {
    for (const window of this.windows) {
      window.rings?.replaceChildren();
      const found = this.lit && this.find(window, this.lit);
      if (!found || !window.rings) continue;
      const box = found.getBBox(), gap = 4;
      svg("rect", { class: "ring", x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap, rx: 8 },
        window.rings);
    }
  }

  nameOf(target) {
    const found = target.closest("[data-town], [data-card]");
    if (!found) return null;
    return found.dataset.town ? `town:${found.dataset.town}` : `card:${found.dataset.card}`;
  }

  titleOf(target) {
    for (let at = target; at && at.tagName !== "svg"; at = at.parentElement) {
      const title = [...at.children].find((child) => child.tagName === "title");
      if (title) return title.textContent;
    }
    return "";
  }

  over(event) {
    const name = this.nameOf(event.target), title = this.titleOf(event.target);
    if (name || title) this.listen.over(name, title);
    else this.listen.out();
  }

  click(event) {
    const name = this.nameOf(event.target);
    if (name) this.listen.chosen(name, event.pointerType === "touch");
  }
}
