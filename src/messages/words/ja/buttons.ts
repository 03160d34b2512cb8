import type { Words } from "../en.ts";

export const buttons: Words["buttons"] = {
  notifyMe: "自分にも通知",
  again: "もう一度",
  edit: "編集して作成",
  in720p: "720pで作成",
  startIt: "開始する",
  cancel: "キャンセル",
  freshLink: "新しいリンク",
  delete: "削除",
  makeVideo: "動画を作成",
  addKey: "キーを追加",
  checkKey: "確認する",
  replaceKey: "置き換える",
  removeKey: "削除する",
  changeSettings: "変更する",
  removeAnyway: "それでも削除",
  newer: "新しいもの",
  older: "古いもの",
  help: "ヘルプ",
  getKey: "キーを取得",
  checkCredits: "クレジットを確認",
};
