// Every text of the page, in each language. `{name}` stands for a value.

const TEXTS = {
  title: ["Wedge", "Wedge 黑白棋"],
  play: ["Play", "对局"],
  learn: ["Learn", "复盘"],
  analyse: ["Analyse", "分析"],
  puzzles: ["Puzzles", "习题"],
  darkChess: ["Dark chess", "暗棋"],
  loading: ["Loading…", "正在加载…"],
  failed: ["This could not be loaded: {why}. Reload the page.", "无法加载：{why}。请刷新页面。"],
  board: ["Board", "棋盘"],
  black: ["Black", "黑方"],
  white: ["White", "白方"],
  blackDisc: ["black disc", "黑子"],
  whiteDisc: ["white disc", "白子"],
  empty: ["empty", "空"],
  legalMove: ["legal move", "可下"],
  lastMove: ["last move", "上一步"],
  you: ["You", "你"],
  engine: ["Level {level}", "{level} 级"],
  yourMove: ["Your move: tap a dot to place a {colour} disc.", "轮到你：点击圆点落{colour}。"],
  yourMoveBlack: ["black", "黑子"],
  yourMoveWhite: ["white", "白子"],
  sideToMove: ["{side} to move: tap a dot.", "轮到{side}：点击圆点落子。"],
  thinking: ["Wedge is thinking…", "Wedge 正在思考…"],
  thinkingAbout: ["Wedge is thinking: {move}", "Wedge 正在思考：{move}"],
  passed: ["{side} has no move and passes. ", "{side}无处可下，停一手。"],
  wins: ["{side} wins {score}.", "{side}胜，{score}。"],
  youWin: ["You win {score}.", "你赢了，{score}。"],
  youLose: ["Wedge wins {score}.", "Wedge 胜，{score}。"],
  draw: ["A draw, {score}.", "平局，{score}。"],
  outOfTime: ["{side} is out of time.", "{side}超时。"],
  playedFlips: ["{side} plays {move} and flips {count}.", "{side}下 {move}，翻转 {count} 子。"],
  undo: ["Undo", "悔棋"],
  redo: ["Redo", "重做"],
  hint: ["Hint", "提示"],
  hinted: ["Hint: {move}", "提示：{move}"],
  hintShown: ["{move} is best. The numbers are the expected lead in discs.", "最佳是 {move}。数字是预计领先的子数。"],
  moveNow: ["Move now", "立即落子"],
  newGame: ["New game", "新对局"],
  first: ["First move", "第一步"],
  last: ["Last move", "最后一步"],
  level: ["Level", "级别"],
  levelHelp: ["1 is easy to beat, 9 is very strong", "1 级容易战胜，9 级非常强"],
  youPlay: ["You play", "你执"],
  both: ["Both colours", "双方"],
  nobody: ["Nobody: watch", "观战"],
  clock: ["Clock", "棋钟"],
  noClock: ["None", "无"],
  minutes: ["{n} min each", "每方 {n} 分钟"],
  size: ["Board size", "棋盘大小"],
  skin: ["Board style", "棋盘样式"],
  discs: ["Discs", "棋子"],
  lights: ["LED matrix", "LED 点阵"],
  lightsHelp: [
    "The console of the board: tap a light, or use its buttons. One button: tap for the next square, hold to play, double tap to take back, hold long for the menu.",
    "开发板的控制台：点击灯或按键。单键：轻按到下一格，按住落子，双击悔棋，长按打开菜单。",
  ],
  oneButton: ["Button", "按键"],
  select: ["Select", "确定"],
  up: ["Up", "上"],
  down: ["Down", "下"],
  left: ["Left", "左"],
  right: ["Right", "右"],
  showLegal: ["Show legal squares", "显示可下之处"],
  settings: ["Settings", "设置"],
  language: ["Language", "语言"],
  theme: ["Theme", "主题"],
  auto: ["Automatic", "自动"],
  light: ["Light", "浅色"],
  dark: ["Dark", "深色"],
  importGame: ["Open a game", "打开棋谱"],
  importHelp: [
    "Paste a transcript (f5d6c3…), SGF, GGF, a game log, a position or a link, or choose a file (also WTHOR).",
    "粘贴棋谱（f5d6c3…）、SGF、GGF、对局日志、局面或链接，或选择文件（亦可为 WTHOR）。",
  ],
  importLabel: ["Game text", "棋谱文本"],
  open: ["Open", "打开"],
  file: ["Choose a file", "选择文件"],
  // What is wrong comes from the engine, in English.
  unreadable: ["{why}", "无法读取：{why}"],
  tooLarge: ["The file is too large: expected at most 16 MiB.", "文件过大：最多 16 MiB。"],
  gamesFound: ["{n} games: choose one", "共 {n} 局：请选择"],
  opened: ["Game opened: {n} moves.", "已打开：{n} 手。"],
  badLink: ["The link holds no legal game: {why}", "链接中没有合法的对局：{why}"],
  share: ["Share", "分享"],
  copied: ["Link copied.", "链接已复制。"],
  linkBelow: ["Copy this link:", "请复制此链接："],
  exportGame: ["Export", "导出"],
  exportHelp: ["The game, or a picture of the position shown", "对局，或当前局面的图片"],
  opening: ["Opening: {name}", "开局：{name}"],
  moves: ["Moves", "着法"],
  graph: ["Black's lead after each move, in discs", "每步之后黑方领先的子数"],
  grading: ["Checking move {n} of {count}…", "正在检查第 {n}/{count} 手…"],
  learnEmpty: [
    "Play a game or open one. Every move is then checked here.",
    "先下一局或打开棋谱，这里会检查每一步。",
  ],
  learnStatus: ["Step through the game, or tap another move to try it.", "逐步浏览，或点击其他着法试下。"],
  lost: ["{move} lost {n} discs. Best was {best}.", "{move} 损失 {n} 子。最佳是 {best}。"],
  bestMove: ["{move} was the best move.", "{move} 是最佳着法。"],
  good: ["{move} was nearly best ({n}).", "{move} 接近最佳（{n}）。"],
  startPosition: ["The start of the game.", "对局开始。"],
  winLost: ["The win was lost here.", "在此丢掉了胜局。"],
  drawLost: ["The draw was lost here.", "在此丢掉了和局。"],
  perfectLeft: [
    "{move} leaves the published perfect game, which is a draw.",
    "{move} 离开了已发表的完美对局（和局）。",
  ],
  winToDraw: ["The win became a draw here.", "在此由胜变和。"],
  bestLine: ["Best line: {line}", "最佳变化：{line}"],
  totalLoss: ["Lost in all: black {black}, white {white} discs.", "总损失：黑 {black} 子，白 {white} 子。"],
  trying: ["You are trying another line.", "正在试下其他变化。"],
  backToGame: ["Back to the game", "返回对局"],
  exact: ["exact", "精确"],
  start: ["Start", "开始"],
  stop: ["Stop", "停止"],
  analyseStatus: ["Live analysis of the position shown. {turn}", "实时分析当前局面。{turn}"],
  depth: ["Depth {n}", "深度 {n}"],
  solved: ["Solved", "已解出"],
  solving: ["Solving to the end", "求解至终局"],
  nodes: ["{n} million nodes, {speed} million a second", "{n} 百万节点，每秒 {speed} 百万"],
  lines: ["Lines", "变化数"],
  setUp: ["Set up a position", "摆局"],
  setUpStatus: ["Tap a square: black, white, empty.", "点击格子：黑、白、空。"],
  done: ["Done", "完成"],
  clear: ["Clear", "清空"],
  toMove: ["To move", "轮到"],
  noMoves: ["Neither side can move there.", "双方均无处可下。"],
  puzzleWin: ["{side} to move: find the only move that wins.", "{side}先行：找出唯一的胜着。"],
  puzzleDraw: ["{side} to move: find the only move that draws.", "{side}先行：找出唯一的和着。"],
  puzzlePlayOn: ["Right. Play on to the end and keep the result.", "正确。继续下到终局并保持结果。"],
  puzzleWrong: ["{move} loses it: the best reply leads to {score}. Try again.", "{move} 不行：最佳应对后为 {score}。请再试。"],
  puzzleSolved: ["Solved: {score}.", "完成：{score}。"],
  puzzleCount: ["Puzzle {n} of {count}, {solved} solved", "第 {n}/{count} 题，已完成 {solved} 题"],
  next: ["Next", "下一题"],
  previous: ["Previous", "上一题"],
  again: ["Again", "重来"],
  about: [
    "Plays on a microcontroller, on a PC and here: the same engine, node for node. Nothing leaves this page.",
    "同一引擎运行于微控制器、电脑和此处，逐节点一致。数据不离开本页面。",
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type Key = keyof typeof TEXTS;
export const LANGUAGES = { en: "English", zh: "中文" } as const;
export type Language = keyof typeof LANGUAGES;

let language: Language = "en";

export function setLanguage(to: Language): void {
  language = to;
  document.documentElement.lang = to === "zh" ? "zh-Hans" : "en";
}

/** The reader's language, as far as there is one. */
export function preferredLanguage(): Language {
  return navigator.languages.some((name) => name.startsWith("zh")) ? "zh" : "en";
}

/** Looks texts of a table up in the language chosen; `{name}` becomes the value of that name. */
export function texts<K extends string>(table: Record<K, readonly [string, string]>) {
  return (key: K, values: Record<string, string | number> = {}): string => {
    const text = table[key][language === "zh" ? 1 : 0];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

export const t = texts<Key>(TEXTS);

/** A score in discs, with its sign. */
export function discs(score: number, exact = false): string {
  const digits = exact || Math.abs(score) >= 9.95 || Number.isInteger(score) ? 0 : 1;
  const text = Math.abs(score).toFixed(digits);
  if (Number(text) === 0) return "0";
  return (score > 0 ? "+" : "−") + text;
}
