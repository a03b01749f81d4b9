"use strict";
// A game viewer: replays transcripts by the rules, one board at a time, and tries other moves. With
// `host-sim report --engine` the page has the board and the engine of web/page/report.ts as well.
(() => {
  const data = JSON.parse(document.getElementById("games").textContent);
  const element = (id) => document.getElementById(id);
  const list = element("game"), board = element("board"), moves = element("moves");
  const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];
  const letter = (column) => String.fromCharCode(97 + column);
  const name = (column, row) => letter(column) + (row + 1);
  const engine = globalThis.wedgeEngine;
  // `kept` is the game while other moves are tried; `asked` counts the questions to the engine.
  let states = [], game = null, at = 0, kept = null, asked = 0, values = [];
  let showOn = null;

  // Cells are 0 empty, 1 black, 2 white.
  function flips(cells, size, column, row, side) {
    if (cells[row * size + column]) return [];
    return DIRECTIONS.flatMap(([dx, dy]) => {
      const line = [];
      for (let x = column + dx, y = row + dy; x >= 0 && y >= 0 && x < size && y < size; x += dx, y += dy) {
        const cell = cells[y * size + x];
        if (cell === side) return line;
        if (!cell) return [];
        line.push(y * size + x);
      }
      return [];
    });
  }

  function legal(cells, size, side) {
    const squares = [];
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++)
        if (flips(cells, size, column, row, side).length) squares.push(row * size + column);
    return squares;
  }

  // The side to move and its moves; a side without a move passes.
  function turn(cells, size, side) {
    const own = legal(cells, size, side), other = own.length ? [] : legal(cells, size, 3 - side);
    return other.length ? { side: 3 - side, legal: other, passes: true } : { side, legal: own, passes: false };
  }

  function replay(game) {
    const size = game.size;
    let cells = [...game.start.slice(0, size * size)].map((c) => "-XO".indexOf(c));
    const states = [{ cells, turned: [], ...turn(cells, size, game.start.endsWith("X") ? 1 : 2) }];
    game.moves.match(/../g)?.forEach((square, ply) => {
      const { side, passes } = states.at(-1);
      const column = square.charCodeAt(0) - 97, row = square.charCodeAt(1) - 49;
      const turned = flips(cells, size, column, row, side);
      cells = cells.slice();
      for (const cell of [...turned, row * size + column]) cells[cell] = side;
      states.push({
        cells, turned, mover: side, last: row * size + column, square, passed: passes,
        score: game.scores[ply] ?? null, ...turn(cells, size, 3 - side),
      });
    });
    return states;
  }

  function drawPlain(state) {
    const size = game.size, step = 10, edge = 5, full = size * step + 2 * edge;
    let svg = `<rect x="${edge}" y="${edge}" width="${size * step}" height="${size * step}" fill="var(--board)"/>`;
    for (let i = 0; i <= size; i++) {
      const p = edge + i * step, far = edge + size * step;
      svg += `<path d="M${edge} ${p}H${far}M${p} ${edge}V${far}" stroke="var(--board-line)" stroke-width=".4"/>`;
      if (i < size) {
        svg += `<text x="${p + step / 2}" y="2.6">${letter(i)}</text><text x="2.4" y="${p + step / 2}">${i + 1}</text>`;
      }
    }
    state.cells.forEach((cell, index) => {
      const x = edge + (index % size + .5) * step, y = edge + (Math.floor(index / size) + .5) * step;
      if (cell) {
        const color = cell === 1 ? "black" : "white", other = cell === 1 ? "white" : "black";
        svg += `<circle cx="${x}" cy="${y}" r="4.1" fill="var(--${color})" stroke="var(--board-line)" stroke-width=".3"/>`;
        if (index === state.last) svg += `<circle cx="${x}" cy="${y}" r="1.7" fill="var(--mark)"/>`;
        else if (state.turned.includes(index)) svg += `<circle cx="${x}" cy="${y}" r=".8" fill="var(--${other})" opacity=".6"/>`;
      } else if (state.legal.includes(index)) {
        svg += `<circle cx="${x}" cy="${y}" r="1" fill="var(--black)" opacity=".45"/>`;
      }
    });
    board.setAttribute("viewBox", `0 0 ${full} ${full}`);
    board.innerHTML = svg;
    board.setAttribute("aria-label", `Board after move ${at}`);
  }

  function drawBoard(state, step) {
    if (showOn) showOn({ size: game.size, ...state }, values, step);
    else drawPlain(state);
    const sides = { black: 1, white: 2 };
    for (const [color, cell] of Object.entries(sides)) {
      element(color + "-count").textContent = state.cells.filter((c) => c === cell).length;
      const isNext = state.side === cell && state.legal.length > 0;
      element(color + "-disc").classList.toggle("to-move", isNext);
    }
  }

  const signed = (score) => (score > 0 ? "+" : "") + (Math.round(score * 100) / 100);

  function say(state) {
    if (at === 0) return "The start of the game";
    const tried = kept && at >= kept.at ? "Trying another line: " : "";
    const who = state.mover === 1 ? "Black" : "White";
    let text = `${at}. ${who} ${state.square}`;
    if (state.passed) text = `${state.mover === 1 ? "White" : "Black"} passes. ` + text;
    if (state.score !== null) text += `, expects ${signed(state.mover === 1 ? state.score : -state.score)}`;
    if (at <= game.opening) text += " (opening)";
    if (at === states.length - 1 && !kept) text += `. ${game.result}`;
    return tried + text;
  }

  // Scores from black's side, with a mark at the board that is shown.
  function drawScores() {
    const points = states.map((state, ply) => [ply, state.score]).filter(([, score]) => score != null);
    element("scores").parentElement.hidden = points.length === 0;
    if (!points.length) return;
    const reach = Math.max(8, ...points.map(([, score]) => Math.abs(score)));
    const x = (ply) => 34 + ply / Math.max(1, states.length - 1) * 376;
    const y = (score) => 60 - score / reach * 50;
    const curve = (cell) => points.filter(([ply]) => states[ply].mover === cell)
      .map(([ply, score]) => `${x(ply).toFixed(1)},${y(score).toFixed(1)}`).join(" ");
    element("scores").innerHTML =
      `<path class="axis" d="M34 60H410M34 10V110"/>` +
      `<text x="28" y="14" text-anchor="end">+${Math.round(reach)}</text><text x="28" y="64" text-anchor="end">0</text>` +
      `<text x="28" y="112" text-anchor="end">-${Math.round(reach)}</text>` +
      `<polyline class="curve c0" points="${curve(1)}"/><polyline class="curve c1" points="${curve(2)}"/>` +
      `<path d="M${x(at)} 8V112" stroke="var(--mark)" stroke-width="2"/>`;
  }

  // The transcript up to the board that is shown.
  const played = () => states.slice(1, at + 1).map((state) => state.square).join("");

  // Plays another move on the board that is shown, or the next one of the game.
  function tryMove(cell) {
    const state = states[at];
    if (!state.legal.includes(cell)) return;
    if (states[at + 1]?.last === cell) return show(at + 1);
    kept ??= { game, states, at: at + 1 };
    const moves = played() + name(cell % game.size, Math.floor(cell / game.size));
    game = { ...game, moves, scores: game.scores.slice(0, Math.min(at, kept.at - 1)) };
    states = replay(game);
    listMoves();
    show(at + 1);
  }

  function backToGame() {
    const ply = kept.at - 1;
    ({ game, states } = kept);
    kept = null;
    listMoves();
    show(ply);
  }

  // The engine's values of the moves on the board that is shown.
  async function ask() {
    const question = ++asked;
    values = [];
    if (!engine) return;
    engine.stop();
    const wanted = element("values").checked && states[at].legal.length > 0;
    element("thought").textContent = wanted ? "The engine thinks…" : "";
    if (!wanted) return;
    const text = await engine.values(game.size, game.start, played()).catch((error) => String(error));
    if (question !== asked || !text) return;
    if (typeof text === "string") return void (element("thought").textContent = text);
    values = text.moves;
    element("thought").textContent = text.solved ? "Exact values, in discs for the mover" : `Values at depth ${text.depth}, in discs for the mover`;
    drawBoard(states[at], false);
  }

  function show(ply) {
    const step = Math.abs(ply - at) <= 1;
    at = Math.max(0, Math.min(states.length - 1, ply));
    const state = states[at];
    void ask();
    drawBoard(state, step);
    drawScores();
    element("back").hidden = !kept;
    element("said").textContent = say(state);
    for (const id of ["first", "previous"]) element(id).disabled = at === 0;
    for (const id of ["next", "last"]) element(id).disabled = at === states.length - 1;
    moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = moves.children[at - 1]?.firstChild;
    current?.setAttribute("aria-current", "step");
    if (current) moves.scrollTop = current.parentElement.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    else moves.scrollTop = 0;
  }

  function listMoves() {
    moves.replaceChildren(...states.slice(1).map((state, index) => {
      const item = document.createElement("li"), button = document.createElement("button");
      const score = document.createElement("span");
      score.className = "soft";
      score.textContent = state.score === null ? "" : signed(state.score);
      const label = document.createElement("span"), disc = document.createElement("span");
      disc.className = `disc ${state.mover === 1 ? "black" : "white"}`;
      label.append(`${index + 1}. `, disc, ` ${state.square}`);
      button.append(label, score);
      button.onclick = () => show(index + 1);
      item.append(button);
      return item;
    }));
  }

  function open(index) {
    game = data.games[index];
    kept = null;
    states = replay(game);
    element("black-name").textContent = data.players[game.black];
    element("white-name").textContent = data.players[game.white];
    listMoves();
    show(game.opening);
  }

  data.games.forEach((game, index) => {
    const text = `${game.title}: ${data.players[game.black]} - ${data.players[game.white]}, ${game.result}${game.name ? `, ${game.name}` : ""}`;
    list.add(new Option(text, index));
  });
  element("back").onclick = backToGame;
  if (engine) {
    const place = document.createElement("div");
    board.replaceWith(place);
    showOn = engine.board(place, tryMove);
    element("values").onchange = () => { void ask(); drawBoard(states[at], false); };
  } else {
    // The plain board: ten units a square, within an edge of five.
    board.onclick = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
      const [column, row] = [point.x, point.y].map((along) => Math.floor((along - 5) / 10));
      if (Math.min(column, row) >= 0 && Math.max(column, row) < game.size) tryMove(row * game.size + column);
    };
  }
  list.onchange = () => open(Number(list.value));
  const steps = { first: () => 0, previous: () => at - 1, next: () => at + 1, last: () => states.length - 1 };
  for (const [id, step] of Object.entries(steps)) element(id).onclick = () => show(step());
  document.addEventListener("keydown", (event) => {
    // The board of the engine takes the arrow keys for itself.
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || /SELECT|INPUT/.test(event.target.tagName)) return;
    const inside = element("viewer").contains(event.target);
    const keys = { ArrowLeft: "previous", ArrowRight: "next", ...(inside && { Home: "first", End: "last" }) };
    if (keys[event.key]) { show(steps[keys[event.key]]()); event.preventDefault(); }
  });
  open(0);
})();
