import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "あなたのデータ",
  exportGives: (command) => [command, " で、Reelayが保持しているあなたの情報すべてを非公開ファイルで受け取れます。"],
  deleteForgets: (command) => [command, " で、それを破棄できます。先に内容を示し、確認します。"],
  gathering: { title: "ファイルを用意しています…", body: ["クレジットはかかりません。"] },
  fileHere:
    "Reelayが保持しているあなたの情報は、すべてこのファイルにあります。あなただけに見えています。Discordを閉じる前にダウンロードしてください。",
  fileInDirect:
    "Reelayが保持しているあなたの情報は、すべてReelayとのダイレクトメッセージのファイルにあります。削除するまでそこに残ります。",
  leftOut: (entries) => `すべて入れるとこのチャットには大きすぎるため、古い順に${number(entries)}件を省きました。`,
  notTheKey: "キーそのものは入っていません。末尾の4文字だけです。",
  unsure: {
    title: "ファイルは届いたかもしれません",
    body: [
      "Slackがファイルを受け取ったかどうかわかりません。Reelayとのダイレクトメッセージを確認してください。なければ、もう一度試してください。",
    ],
  },
  noFile: {
    title: "ここではファイルを渡せません",
    body: [
      "このチャットはReelayのファイルを受け付けません。Reelayとのダイレクトメッセージでもう一度試すか、管理者にファイルの許可を頼んでください。",
    ],
  },
  wouldHold: (parts, jobs) => [`入るはずだった内容：${parts}。`, jobs, " であなたの動画をここに表示できます。"],
  cannotRead: {
    title: "今はできません",
    body: ["Reelayは今これを読み込めません。何も変更していません。", "1分後にもう一度試してください。"],
  },
  nothingKept: {
    title: "保持しているものはありません",
    body: ["Reelayはあなたについて何も保持していません。削除するものはありません。"],
  },
  confirm: "Reelayが保持しているあなたの情報を削除しますか？",
  goesForGood: (parts) => `次のものが完全に消えます：${parts}。`,
  stays: [
    "チャットのカード、メッセージ、ファイルはそのまま残ります。残したくないカードは先に削除してください。後からではボタンが使えなくなります。",
    "バックアップとログは、このボットの運営者のもとにあります。",
  ],
  deleted: "データを削除しました",
  forgotten: "Reelayは保持していたあなたの情報を破棄しました。",
  sevenDays: "同じ動画が二度作られないように、最近の動画のIDだけを7日間保持します。ほかには何も残りません。",
  going: {
    title: "データを削除しています",
    body: ["少し時間がかかります。自動で進むので、これ以上の操作は要りません。"],
  },
  kept: "何も削除していません。",
  tooOld: "古すぎます",
  tooOldText: (command) => [
    "何も削除していません。この確認は15分以上前のものです。もう一度 ",
    command,
    " で始めてください。",
  ],
  notYours: {
    title: "あなたのものではありません",
    body: ["これができるのは、確認を受けた本人だけです。何も削除していません。"],
  },
  parts: {
    key: "APIキー",
    settings: "設定",
    welcomed: "ご挨拶を済ませたという記録",
    ended: (ended) => `終了した動画${videos(ended)}の記録（プロンプトとリンクを含む）`,
    kept: (kept) => `まだ開始していない依頼${number(kept)}件`,
    costs: (costs) => `動画${videos(costs)}の費用`,
    open: (open) => `作成中の動画${videos(open)}`,
  },
  stillOpen: (open) =>
    `作成中の動画が${videos(open)}あります。止まるものはありません。結果をお知らせした後、それも破棄します。`,
  justEnded: (ended) => `終わったばかりの動画が${videos(ended)}あります。カードが仕上がりしだい破棄します。`,
  nothing: "なし",
  listed: (first, last) => `${first.join("、")}、${last}`,
};
