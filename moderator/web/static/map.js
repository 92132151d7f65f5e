// The map: what a hex is, larger and smaller, moving about, and choosing a hex with mouse, finger or keys.

const MOST = 6;

export function watchMap(frame, facts) {
  let first = facts.innerHTML; // what stands there as long as no hex is pointed at
  let told = false; // whether a hex is
  let chosen = null; // the hex that has the keyboard
  let marks = { lays: [], stations: [], painted: [] };
  let past = false; // a moment gone by is shown
  let onChoose = () => {};
  let scale = 1;
  let x = 0;
  let y = 0;
  let whole = [0, 0, 1, 1];
  let tall = 0; // on a narrow screen: how high the part that is seen is, for its width

  const svg = () => frame.querySelector("svg");
  const hexes = () => [...frame.querySelectorAll(".hex")];
  const find = (name) => frame.querySelector(`.hex[data-hex="${CSS.escape(name)}"]`);

  function measure() {
    whole = svg().getAttribute("viewBox").split(" ").map(Number);
  }

  function place() {
    const [left, top, width, height] = whole;
    const wide = width / scale;
    const high = tall ? Math.min(height, wide * tall) : height / scale;
    x = Math.max(left, Math.min(left + width - wide, x));
    y = Math.max(top, Math.min(top + height - high, y));
    svg().setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
    // A map seen whole leaves the finger to the page.
    frame.classList.toggle("zoomed", scale > 1);
  }

  function zoom(factor, atX = 0.5, atY = 0.5) {
    const before = scale;
    scale = Math.max(1, Math.min(MOST, scale * factor));
    x += (whole[2] / before - whole[2] / scale) * atX;
    y += (whole[3] / before - whole[3] / scale) * atY;
    place();
  }

  function mark() {
    // What may be done now is nothing of a position that is past.
    const { lays, stations, painted } = past ? { lays: [], stations: [], painted: [] } : marks;
    for (const hex of hexes()) {
      const name = hex.dataset.hex;
      hex.classList.toggle("may-lay", lays.includes(name));
      hex.classList.toggle("may-stand", stations.includes(name));
      hex.classList.toggle("painted", painted.includes(name));
    }
  }

  function tell(hex) {
    told = Boolean(hex);
    if (hex) facts.textContent = hex.getAttribute("aria-label");
    else facts.innerHTML = first;
  }

  function focus(hex) {
    for (const other of frame.querySelectorAll(".hex.here")) other.classList.remove("here");
    chosen = hex;
    if (!hex) return;
    hex.classList.add("here");
    hex.focus({ preventScroll: true });
    tell(hex);
  }

  function middle(hex) {
    const box = hex.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  // The nearest hex in a direction, as one would point.
  function beside(hex, dx, dy) {
    const [cx, cy] = middle(hex);
    let best = null;
    let least = Infinity;
    for (const other of hexes()) {
      if (other === hex) continue;
      const [ox, oy] = middle(other);
      const along = (ox - cx) * dx + (oy - cy) * dy;
      const across = Math.abs((ox - cx) * dy) + Math.abs((oy - cy) * dx);
      if (along <= 1) continue;
      const far = along + 2 * across;
      if (far < least) [least, best] = [far, other];
    }
    return best;
  }

  frame.addEventListener("pointerover", (event) => tell(event.target.closest(".hex") ?? chosen));
  frame.addEventListener("pointerleave", () => tell(chosen));
  frame.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      focus(chosen ? beside(chosen, ...way) ?? chosen : hexes()[0]);
    } else if ((event.key === "Enter" || event.key === " ") && chosen) {
      event.preventDefault();
      onChoose(chosen.dataset.hex);
    } else if (event.key === "+" || event.key === "=") zoom(1.5);
    else if (event.key === "-") zoom(1 / 1.5);
    else if (event.key === "Escape") focus(null);
  });

  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && scale === 1) return; // the page scrolls
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }, { passive: false });

  // One finger or the mouse moves a map that is larger than its frame, two fingers make it larger.
  const down = new Map();
  let moved = false;
  let apart = 0;
  frame.addEventListener("pointerdown", (event) => {
    down.set(event.pointerId, event);
    moved = false;
    apart = 0;
  });
  frame.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const box = frame.getBoundingClientRect();
    down.set(event.pointerId, event);
    if (down.size === 2) {
      const [a, b] = [...down.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart) zoom(now / apart, ((a.clientX + b.clientX) / 2 - box.left) / box.width, ((a.clientY + b.clientY) / 2 - box.top) / box.height);
      apart = now;
      moved = true;
    } else if (scale > 1) {
      const dx = event.clientX - before.clientX;
      const dy = event.clientY - before.clientY;
      if (Math.abs(dx) + Math.abs(dy) > 2) moved = true;
      x -= (dx / box.width) * (whole[2] / scale);
      y -= (dy / box.height) * (tall ? Math.min(whole[3], (whole[2] / scale) * tall) : whole[3] / scale);
      place();
    }
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    frame.addEventListener(name, (event) => { down.delete(event.pointerId); apart = 0; });
  }
  frame.addEventListener("click", (event) => {
    const hex = event.target.closest(".hex");
    if (!hex || moved) return;
    focus(hex);
    onChoose(hex.dataset.hex);
  });

  const buttons = document.querySelector(".zoom");
  buttons.hidden = false;
  buttons.addEventListener("click", (event) => {
    const how = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (how === "in") zoom(1.5);
    else if (how === "out") zoom(1 / 1.5);
    else if (how === "all") { [scale, tall] = [1, 0]; place(); }
  });

  // On a narrow screen the whole map can't be read: it begins as large as it is drawn, where something happens.
  function begin() {
    const wide = frame.clientWidth;
    if (!wide || wide > 560) return;
    scale = Math.min(MOST, whole[2] / wide);
    if (scale <= 1.1) return;
    tall = 1.15;
    const about = frame.querySelector(".hex.may-lay, .hex.may-stand") ?? frame.querySelector(".hex.fresh");
    const [cx, cy] = about ? middle(about) : [whole[0] + whole[2] / 2, whole[1] + whole[3] / 2];
    x = cx - whole[2] / scale / 2;
    y = cy - (whole[2] / scale) * tall / 2;
    place();
  }

  measure();
  requestAnimationFrame(begin);
  return {
    replace(source) {
      const name = chosen?.dataset.hex;
      frame.innerHTML = source;
      measure();
      place();
      mark();
      if (!name) return;
      // The hex is the same, but not what lies on it.
      chosen = find(name);
      chosen?.classList.add("here");
      tell(chosen);
    },
    mark(found) {
      marks = { ...marks, ...found };
      mark();
    },
    choose(action) { onChoose = (hex) => { if (!past) action(hex); }; },
    past(back) {
      past = back;
      mark();
    },
    // What is said below the map as long as no hex is.
    legend(source) {
      if (!told) facts.innerHTML = source;
      first = source;
    },
    // A tile as it would lie: laid over its hex as long as somebody points at it.
    preview(name, source) {
      frame.querySelector(".preview")?.remove();
      const hex = name && find(name);
      if (!hex) return;
      const box = hex.getBBox();
      const [wide, high] = [(box.width / 60) * 66, (box.width / 60) * 58];
      const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
      const facts = { class: "preview", href: source, width: wide, height: high, x: box.x + (box.width - wide) / 2, y: box.y + (box.height - high) / 2 };
      for (const [key, value] of Object.entries(facts)) image.setAttribute(key, value);
      hex.parentNode.before(image);
    },
    // The hex is seen above what lies over the lower part of the screen.
    reveal(name, below) {
      const hex = find(name)?.getBoundingClientRect();
      if (!hex) return;
      const hidden = hex.bottom + 12 - below.getBoundingClientRect().top;
      if (hidden > 0) window.scrollBy({ top: Math.min(hidden, hex.top - 8), behavior: "instant" });
    },
  };
}
