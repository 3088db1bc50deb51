// Replays the game of a page: by its buttons, by its moves, and by the arrow keys, Home and
// End. Without it the page shows the final board and the numbers of the moves.
"use strict";
(() => {
  const board = document.getElementById("board");
  const controls = document.getElementById("replay");
  if (!board || !controls) return;
  const part = (id) => document.getElementById(id);
  const size = Number(board.dataset.size);

  // The moves: where each stone lies. Black stones come first, from either player; whoever
  // takes Black ends that, and then White begins.
  const items = [...document.querySelectorAll("#moves li")];
  const cells = items.map((li) => /^([A-Z])(\d+)$/.exec(li.textContent.trim()));
  const pass = cells.findIndex((cell) => !cell);
  const stones = cells.map((cell, i) => {
    if (!cell) return null;
    const row = cell[1].charCodeAt(0) - 65;
    const column = Number(cell[2]) - 1;
    return {
      x: 22 * column - 11 * row + 11 * (size - 1) + 14,
      y: 19 * row + 31,
      white: pass >= 0 && i > pass && (i - pass) % 2 === 1,
    };
  });
  const buttons = items.map((li, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...li.childNodes);
    button.addEventListener("click", () => show(i + 1));
    li.append(button);
    return button;
  });

  let at = items.length;
  const show = (ply) => {
    at = Math.max(0, Math.min(items.length, ply));
    let last = null;
    const dots = ["", ""];
    const numbers = ["", ""];
    for (let i = 0; i < at; i++) if (stones[i]) last = i;
    for (let i = 0; i < at; i++) {
      const s = stones[i];
      if (!s) continue;
      const color = Number(s.white);
      dots[color] += `M${s.x} ${s.y}h0`;
      numbers[color] += `<text x=${s.x} y=${s.y + (i === last ? 0 : 3)}>${i + 1}</text>`;
    }
    part("b").setAttribute("d", dots[0]);
    part("w").setAttribute("d", dots[1]);
    part("nb").innerHTML = numbers[0];
    part("nw").innerHTML = numbers[1];
    const dot = part("dot");
    if (dot) {
      dot.classList.toggle("off", last === null);
      if (last !== null) {
        dot.setAttribute("cx", stones[last].x);
        dot.setAttribute("cy", stones[last].y + 6);
      }
    }
    part("won").classList.toggle("off", at < items.length);
    buttons.forEach((button, i) => {
      if (i === at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const move = at ? ` · ${buttons[at - 1].textContent}` : "";
    part("at").textContent = `${controls.dataset.move} ${at} / ${items.length}${move}`;
    for (const [id, off] of [["first", at === 0], ["previous", at === 0], ["next", at === items.length], ["last", at === items.length]]) {
      part(id).setAttribute("aria-disabled", String(off));
    }
    board.dataset.ply = String(at);
  };
  const steps = {
    first: () => show(0),
    previous: () => show(at - 1),
    next: () => show(at + 1),
    last: () => show(items.length),
  };
  for (const id in steps) part(id).addEventListener("click", steps[id]);
  const keys = { Home: steps.first, ArrowLeft: steps.previous, ArrowRight: steps.next, End: steps.last };
  document.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step();
  });
  controls.hidden = false;
  show(items.length);
})();
