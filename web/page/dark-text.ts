// The texts of dark chess, in each language.

import { texts } from "./text";

export const d = texts({
  board: ["Dark chess board", "暗棋棋盘"],
  red: ["Red", "红方"],
  black: ["Black", "黑方"],
  empty: ["empty", "空"],
  closed: ["face down", "未翻开"],
  target: ["can move here", "可走到此处"],
  chosen: ["chosen", "已选中"],
  first: ["First", "先手"],
  second: ["Second", "后手"],
  both: ["Both sides", "双方"],
  pieces: ["Pieces", "棋子"],
  letters: ["Letters", "字母"],
  characters: ["Characters", "汉字"],
  firstFlip: ["Tap any piece to turn it over. Its colour becomes the first player's.", "点击任意棋子翻开，其颜色归先手。"],
  yourTurn: ["{side} to move: turn a piece over, or tap one of your pieces to move it.", "轮到{side}：翻一枚棋子，或点击己方棋子走棋。"],
  onlyMoves: ["{side} to move: tap one of your pieces.", "轮到{side}：点击己方棋子。"],
  onlyFlips: ["{side} to move: turn a piece over.", "轮到{side}：翻一枚棋子。"],
  chooseTarget: ["Tap a marked square to move there, or the piece again.", "点击标记的格子走棋，或再次点击棋子取消。"],
  flipped: ["{square}: {piece}.", "{square}：{piece}。"],
  moved: ["{piece} moves from {from} to {to}.", "{piece}从 {from} 走到 {to}。"],
  captured: ["{piece} from {from} takes the {taken} on {to}.", "{piece}从 {from} 吃 {to} 的{taken}。"],
  wins: ["{side} wins: {lost} has no move.", "{side}胜：{lost}无棋可走。"],
  youWin: ["You win: {lost} has no move.", "你赢了：{lost}无棋可走。"],
  youLose: ["Wedge wins: {lost} has no move.", "Wedge 胜：{lost}无棋可走。"],
  drawCycle: ["A draw: the same moves three times in a row.", "和棋：同样的着法连续重复三次。"],
  drawQuiet: ["A draw: 60 plies without a capture or a flip.", "和棋：60 手内没有吃子和翻子。"],
  faceDown: ["Face down, {n}: {pieces}", "未翻开 {n} 枚：{pieces}"],
  takenPieces: ["Captured: {pieces}", "已被吃：{pieces}"],
  rules: ["How to play", "玩法"],
  ruleTurn: [
    "A turn turns a piece over or moves one of your own one square along a row or a column. The first piece turned over gives its colour to the first player.",
    "每回合翻开一枚棋子，或将己方棋子横竖走一格。先手得到所翻第一枚棋子的颜色。",
  ],
  ruleCapture: [
    "A piece takes an enemy of its own rank or lower: king K, guard G, minister M, rook R, knight N, cannon C, pawn P. But a pawn takes the king, and the king takes no pawn.",
    "棋子可吃同级或更低的敌子，由高到低：帥將、仕士、相象、俥車、傌馬、炮砲、兵卒。但兵卒可吃帥將，帥將不能吃兵卒。",
  ],
  ruleCannon: [
    "A cannon takes any piece by jumping along a line over exactly one piece in between. No pawn takes a cannon.",
    "炮砲吃子须沿直线隔一枚棋子，可吃任何敌子。兵卒不能吃炮砲。",
  ],
  ruleEnd: [
    "Who cannot move loses. 60 plies without a capture or a flip are a draw, and so are the same moves three times in a row.",
    "无棋可走者负。60 手内没有吃子和翻子为和棋，同样的着法连续三次亦和。",
  ],
  nameK: ["red king", "红帅"],
  nameG: ["red guard", "红仕"],
  nameM: ["red minister", "红相"],
  nameR: ["red rook", "红车"],
  nameN: ["red knight", "红马"],
  nameC: ["red cannon", "红炮"],
  nameP: ["red pawn", "红兵"],
  namek: ["black king", "黑将"],
  nameg: ["black guard", "黑士"],
  namem: ["black minister", "黑象"],
  namer: ["black rook", "黑车"],
  namen: ["black knight", "黑马"],
  namec: ["black cannon", "黑炮"],
  namep: ["black pawn", "黑卒"],
} as const satisfies Record<string, readonly [string, string]>);

/** The name of a piece. */
export function pieceName(letter: string): string {
  return /^[KGMRNCP]$/i.test(letter) ? d(`name${letter}` as "nameK") : letter;
}
