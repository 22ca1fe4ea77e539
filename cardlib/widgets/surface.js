// The front end of every cardlib widget. Python sends HTML; this file changes the page as little as possible, so that
// the focus, a slider being dragged and a half-typed number survive, and sends what the user does back to Python.
// An element with data-action="name" sends {action: name, value}; data-key tells elements apart between two versions.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CONTROLS = "button, input, select, textarea, summary, a";
const LARGEST_FILE = 5_000_000;  // bytes
const PATIENCE = 5_000;  // milliseconds

function syncValue(old, fresh, value) {
  if (old.type === "file") return;
  if (old.type === "checkbox" || old.type === "radio") old.checked = fresh.hasAttribute("checked");
  else if (old.nodeName === "SELECT" || old.value !== value) old.value = value;
}

function update(old, fresh, editing) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  // Whether a <details> is open is the reader's choice, not Python's.
  const names = new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()].filter((name) => name !== "open"));
  for (const name of names) {
    const value = fresh.getAttribute(name);
    if (value === null) old.removeAttribute(name);
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const value = fresh.value;  // before its children are taken over
  morph(old, fresh, editing);
  if (["INPUT", "SELECT", "TEXTAREA"].includes(old.nodeName) && !editing.has(old)) syncValue(old, fresh, value);
}

function morph(old, fresh, editing) {
  const keyed = new Map();  // several elements may have the same key (two equal cards of a hand)
  for (const child of old.children) {
    const key = child.dataset.key;
    if (key) keyed.set(key, [...(keyed.get(key) ?? []), child]);
  }
  let cursor = old.firstChild;
  for (const want of [...fresh.childNodes]) {
    const key = want.dataset?.key;
    const have = key ? keyed.get(key)?.shift() : cursor && !cursor.dataset?.key ? cursor : null;
    if (!have || have.nodeName !== want.nodeName) {
      old.insertBefore(want, cursor);
      continue;
    }
    if (have === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(have, cursor);
    update(have, want, editing);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

// The nearest card in the direction of an arrow key; a step aside counts double.
function neighbour(from, places, [dx, dy]) {
  const middle = (el) => { const r = el.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const place of places) {
    const [px, py] = middle(place);
    const ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (place !== from && ahead > 4 && ahead + 2 * aside < least) [best, least] = [place, ahead + 2 * aside];
  }
  return best;
}

function save({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// One timer a widget, however many views of it are on the page.
function initialize({ model }) {
  let timer;
  const start = () => {
    clearTimeout(timer);
    const [ms, n] = model.get("timer");
    if (ms) timer = setTimeout(() => model.send({ action: "tick", value: n }), ms);
  };
  model.on("change:timer", start);
  return () => { clearTimeout(timer); model.off("change:timer", start); };
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "cardlib cl-surface";
  root.tabIndex = -1;
  el.append(root);
  const editing = new Set();  // inputs the user is changing right now: not to be overwritten
  let typed = { key: null, text: "", at: 0 };
  let pending = null;

  const silence = document.createElement("p");  // shown when Python does not answer
  silence.className = "cardlib cl-problem";
  silence.setAttribute("role", "alert");
  silence.hidden = true;
  el.prepend(silence);
  let waiting = null;

  const send = (action, value) => {
    root.setAttribute("aria-busy", "true");
    clearTimeout(waiting);
    waiting = setTimeout(() => { silence.textContent = model.get("silent"); silence.hidden = false; }, PATIENCE);
    model.send({ action, value });
  };

  const draw = () => {
    const fresh = document.createElement("template");
    fresh.innerHTML = model.get("html");
    root.lang = model.get("lang"); // a screen reader speaks it so
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const key = active?.dataset.key;
    morph(root, fresh.content, editing);
    for (const control of root.querySelectorAll(CONTROLS)) control.dataset.lmSuppressShortcuts = "true";
    if (active && !root.contains(document.activeElement)) {
      const again = key && root.querySelector(`[data-key="${CSS.escape(key)}"]`);
      (again || root).focus({ preventScroll: true });
    }
    requestAnimationFrame(follow);
  };

  // Keep the current line of the log in sight without scrolling the page.
  const follow = () => {
    for (const line of root.querySelectorAll(".cl-log [aria-current]")) {
      const box = line.closest(".cl-log");
      const above = line.offsetTop - box.offsetTop;
      if (above < box.scrollTop || above + line.offsetHeight > box.scrollTop + box.clientHeight)
        box.scrollTop = above - box.clientHeight / 2;
    }
  };

  const onClick = (event) => {
    const spot = event.target.closest("rect[data-action]");  // a part of a picture; the same can be done elsewhere by keyboard
    if (spot) send(spot.dataset.action, spot.dataset.value);
    const target = event.target.closest("button[data-action]");
    if (target && target.getAttribute("aria-disabled") !== "true") send(target.dataset.action, target.value);
  };

  const onInput = ({ target }) => {
    editing.add(target);
    if (target.type !== "range") return;
    for (const other of target.form?.elements ?? []) if (other !== target) editing.delete(other);
    clearTimeout(pending);
    pending = setTimeout(() => send(target.dataset.action, target.value), 40);
  };

  const onChange = ({ target }) => {
    if (!target.dataset.action) return;  // a field of a form stays as it is until the form is sent
    editing.delete(target);
    clearTimeout(pending);
    if (target.type === "file") {
      const file = target.files[0];
      if (!file) return;
      if (file.size > LARGEST_FILE) send(target.dataset.action, null);
      else file.text().then((text) => send(target.dataset.action, text));
      target.value = "";
    } else send(target.dataset.action, target.type === "checkbox" ? target.checked : target.value);
  };

  const onSubmit = (event) => {
    event.preventDefault();
    editing.clear();
    send(event.target.dataset.action, Object.fromEntries(new FormData(event.target)));
  };

  // JupyterLab keeps Enter from what it does by itself: to submit a form, to change a number, to begin a line.
  const onEnter = (event) => {
    const { target } = event;
    event.preventDefault();
    if (target.nodeName === "TEXTAREA") {
      target.setRangeText("\n", target.selectionStart, target.selectionEnd, "end");
      editing.add(target);
    } else if (target.form) target.form.requestSubmit();
    else if (target.type === "number") onChange(event);
  };

  const onKeydown = (event) => {
    if (event.key === "Enter" && ["INPUT", "TEXTAREA"].includes(event.target.nodeName)) {
      onEnter(event);
      return;
    }
    const place = event.target.closest("[data-place]");
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      neighbour(place, root.querySelectorAll("[data-place]"), ARROWS[event.key])?.focus();
    } else if (place.closest("[data-typing]") && /^[-−0-9?.*wW]$|^Backspace$|^Delete$/.test(event.key)) {
      // Digits that follow quickly belong to one number: 1, then 12.
      event.preventDefault();
      const goesOn = typed.key === place.value && event.timeStamp - typed.at < 1500 && typed.text.length < 2;
      typed = { key: place.value, text: (goesOn ? typed.text : "") + event.key, at: event.timeStamp };
      send("type", [place.value, typed.text]);
    }
  };

  const onMessage = (message) => { if (message.save) save(message.save); };
  const onHeard = () => {
    clearTimeout(waiting);
    silence.hidden = true;
    root.removeAttribute("aria-busy");
  };

  root.addEventListener("click", onClick);
  root.addEventListener("input", onInput);
  root.addEventListener("change", onChange);
  root.addEventListener("submit", onSubmit);
  root.addEventListener("keydown", onKeydown);
  root.dataset.lmSuppressShortcuts = "true";
  model.on("change:html", draw);
  model.on("change:heard", onHeard);
  model.on("msg:custom", onMessage);
  draw();
  return () => {
    clearTimeout(pending);
    clearTimeout(waiting);
    model.off("change:html", draw);
    model.off("change:heard", onHeard);
    model.off("msg:custom", onMessage);
  };
}

export default { initialize, render };
