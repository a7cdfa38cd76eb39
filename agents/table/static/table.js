// The table: the connection to the server, and everything of the page that is no board and no list of actions.

import { Actions } from "./actions.js";
import { Board } from "./board.js";
import { showResult } from "./score.js";

const at = (id) => document.getElementById(id);
let socket = null, tries = 0, closed = false;
let table = null, position = {};

const board = new Board({
  over: (name, title) => tell(name, title),
  out: () => {},
  chosen: (name, byTouch) => actions.choose(name, byTouch),
});
const actions = new Actions({
  look: (choice) => {
    board.setLit(choice?.light ?? null);
    if (choice) tell(choice.light, choice.words);
  },
  act: (action) => send({ type: "act", action, version: position.version }),
});

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  const token = location.hash.slice(1);
  if (!token) { refuse("This page needs the secret link of a seat, as it was printed.", true); return; }
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
  socket.onopen = () => send({ type: "sit", token });
  socket.onmessage = (event) => { tries = 0; hear(JSON.parse(event.data)); };
  socket.onclose = () => {
    if (closed) return;
    at("told").textContent = "No connection to the table; trying again ...";
    setTimeout(connect, Math.min(5000, 300 * 2 ** tries++));
  };
}

function hear(message) {
  if (message.type === "table") begin(message);
  else if (message.type === "position") move(message);
  else if (message.type === "hint") { say(`Hint: ${message.words}.`); actions.advise(message.action); }
  else if (message.type === "refusal") refuse(message.words, message.closing);
}

function refuse(words, closing) {
  closed = closing;
  if (closing) at("question").textContent = words;
  else { say(words); actions.enable(); }
}

function say(words) { at("told").textContent = words; }

function begin(message) {
  table = message;
  position = { log: [] };
  actions.shown = null;
  board.reset(message.size);
  at("log").firstElementChild.replaceChildren();
  at("undo").hidden = !message.practice;
  at("hint").title = `key h: what ${message.adviser} would do`;
  at("symbols").querySelector("ul").replaceChildren(...message.symbols.map((symbol) => {
    const item = document.createElement("li"), words = document.createElement("span");
    item.innerHTML = symbol.svg;
    words.textContent = `${symbol.name}: ${symbol.text}`;
    item.append(words);
    return item;
  }));
}

function move(message) {
  const before = position.version;
  position = { ...position, ...message };
  if (message.pieces) board.update(message.pieces);
  if (message.log) write(...message.log);
  if (position.version !== before) say("");
  at("round").textContent = (position.round ? `Round ${position.round} of ${position.rounds}` : "Before the first round")
    + absent();
  at("question").textContent = position.question;
  at("turn").classList.toggle("yours", position.yours);
  document.title = position.yours ? "* Your turn - Brian Boru" : "Brian Boru";
  at("hint").disabled = !position.yours;
  at("undo").disabled = !position.can_undo;
  at("words").querySelector("pre").textContent = position.text;
  board.setChoices(position.legal.map((choice) => choice.light).filter(Boolean));
  actions.show(position.legal, position.version);
  if ("result" in message) showResult(at("result"), position.result, table.names);
}

// Say which people are not connected.
function absent() {
  const away = table.people.filter((seat) => !position.here.includes(seat)).map((seat) => table.names[seat]);
  return away.length ? `; not here: ${away.join(", ")}` : "";
}

function write(kept, lines) {
  const list = at("log").firstElementChild;
  while (list.children.length > kept) list.lastElementChild.remove();
  for (const [seat, words] of lines) {
    const item = document.createElement("li");
    item.textContent = words;
    if (seat !== null) {
      item.className = "deed";
      item.style.setProperty("--side", `var(--seat${seat})`);
    }
    list.append(item);
  }
  at("log").scrollTop = at("log").scrollHeight;
}

// Say what an element is: the words of the moment, then what is printed on it.
function tell(name, title) {
  const printed = table?.printed[name] ?? [];
  const lines = [title, ...printed].filter(Boolean);
  at("info").replaceChildren(...lines.map((line) => {
    const made = document.createElement("p");
    made.textContent = line;
    return made;
  }));
  at("info").scrollTop = 0;
}

const themes = ["", "light", "dark"];
function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  at("theme").textContent = `theme: ${theme || "system"}`;
  try { localStorage.setItem("theme", theme); } catch { /* without a store it lasts as long as the page */ }
}
function storedTheme() {
  try { return localStorage.getItem("theme") || ""; } catch { return ""; }
}

const hint = () => { say("..."); send({ type: "hint" }); };
const undo = () => send({ type: "undo", version: position.version });
at("hint").onclick = hint;
at("undo").onclick = undo;
at("theme").onclick = () => setTheme(themes[(themes.indexOf(storedTheme()) + 1) % themes.length]);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "h" && !at("hint").disabled) hint();
  else if (event.key === "u" && !at("undo").hidden && !at("undo").disabled) undo();
  else if (event.key === "?") at("symbols").open = !at("symbols").open;
});
addEventListener("hashchange", () => { closed = true; socket?.close(); location.reload(); });
setTheme(storedTheme());
connect();
