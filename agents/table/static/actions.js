// The list of what the seat may do: buttons, which arrows, Tab and Enter reach as well as the pointer.

const list = document.getElementById("actions");

export class Actions {
  // `listen` is told: look(choice), look(null), act(action)
  constructor(listen) {
    this.listen = listen;
    this.choices = [];
    this.shown = null;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // Show the choices of a version of the position; the same version keeps its buttons and the focus.
  show(choices, version) {
    if (this.shown === version) return;
    const held = document.activeElement === document.body || list.contains(document.activeElement);
    this.shown = version;
    this.choices = choices;
    list.hidden = !choices.length;
    list.replaceChildren(...choices.map((choice) => this.button(choice)));
    this.listen.look(null);
    if (choices.length && held && window.matchMedia("(hover: hover)").matches) this.focus(0);
  }

  button(choice) {
    const made = document.createElement("button");
    made.textContent = choice.words;
    made.dataset.action = choice.action;
    made.addEventListener("click", () => this.do(choice.action));
    made.addEventListener("focus", () => this.listen.look(choice));
    made.addEventListener("pointerenter", () => this.listen.look(choice));
    return made;
  }

  focus(index) {
    const count = list.children.length;
    if (count) list.children[(index + count) % count].focus({ preventScroll: false });
  }

  // Mark an action, such as a hint.
  advise(action) {
    for (const made of list.children) made.classList.toggle("advised", made.dataset.action === action);
    list.querySelector(".advised")?.scrollIntoView({ block: "nearest" });
  }

  do(action) {
    for (const made of list.children) made.disabled = true; // until the answer: a double click is one decision
    this.listen.act(action);
  }

  enable() {
    for (const made of list.children) made.disabled = false;
  }

  // An element of the board was chosen: a pointer acts at once, a finger first looks.
  choose(name, byTouch) {
    const fitting = this.choices.filter((choice) => choice.light === name);
    if (!fitting.length) return;
    const index = this.choices.indexOf(fitting[0]), button = list.children[index];
    if (fitting.length > 1) button.focus({ preventScroll: true });
    else if (byTouch && document.activeElement !== button) button.focus({ preventScroll: true });
    else if (!button.disabled) this.do(this.choices[index].action);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const place = document.activeElement;
    if (step === undefined || !this.choices.length) return;
    if (place !== document.body && !list.contains(place)) return;
    const index = [...list.children].indexOf(place);
    this.focus(index < 0 ? (step > 0 ? 0 : -1) : index + step);
    event.preventDefault();
  }
}
