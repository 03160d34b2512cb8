import type { Words } from "../en.ts";

export const buttons: Words["buttons"] = {
  notifyMe: "自分にも通知",
  again: "もう一度",
  edit: "編集して作成",
  in720p: "720pで作成",
  startIt: "作成を開始",
  cancel: "キャンセル",
  freshLink: "新しいリンク",
  delete: "削除",
  makeVideo: "動画を作成",
  addKey: "キーを追加",
  checkKey: "キーを確認",
  replaceKey: "キーを変更",
  removeKey: "キーを削除",
  changeSettings: "設定を変更",
  removeAnyway: "それでも削除",
  newer: "より新しい動画",
  older: "より古い動画",
  help: "ヘルプ",
  getKey: "キーを取得",
  checkCredits: "クレジットを確認",
};
