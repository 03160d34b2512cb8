import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "保存されているデータ",
  exportGives: (command) => [command, " で、Reelayに保存されている自分のデータすべてを非公開ファイルで受け取れます。"],
  deleteForgets: (command) => [command, " で、そのデータを削除できます。先に内容を表示して確認します。"],
  gathering: { title: "ファイルを用意しています…", body: ["クレジットはかかりません。"] },
  fileHere:
    "Reelayに保存されているデータは、すべてこのファイルにあります。これはあなただけに表示されています。Discordを閉じる前にダウンロードしてください。",
  fileInDirect:
    "Reelayに保存されているデータをすべて入れたファイルを、Reelayとのダイレクトメッセージに送りました。削除するまでそこに残ります。",
  leftOut: (entries) => `すべて入れるとこのチャットには大きすぎるため、古い順に${number(entries)}件を省きました。`,
  notTheKey: "キーそのものは入っていません。末尾の4文字だけです。",
  unsure: {
    title: "ファイルは届いたかもしれません",
    body: [
      "Slackにファイルが届いたか確認できませんでした。Reelayとのダイレクトメッセージを確認してください。なければ、もう一度お試しください。",
    ],
  },
  noFile: {
    title: "ここではファイルを送れません",
    body: [
      "このチャットでは、Reelayからファイルを送れません。Reelayとのダイレクトメッセージでもう一度試すか、管理者にファイルの許可を依頼してください。",
    ],
  },
  wouldHold: (parts, jobs) => [`ファイルに入る内容：${parts}。`, jobs, " で動画の一覧をここに表示できます。"],
  cannotRead: {
    title: "今はできません",
    body: ["現在、データを読み込めません。何も変更していません。", "1分後にもう一度お試しください。"],
  },
  nothingKept: {
    title: "保存されているデータはありません",
    body: ["Reelayには何も保存されていないため、削除するものはありません。"],
  },
  confirm: "データを削除しますか？",
  goesForGood: (parts) => `次のデータが完全に削除されます：${parts}。`,
  stays: [
    "チャットのカード、メッセージ、ファイルはそのまま残ります。残したくないカードは先に削除してください。データの削除後は、カードのボタンが使えなくなります。",
    "バックアップとログは、このボットの運営者のもとに残っている場合があります。",
  ],
  deleted: "データを削除しました",
  forgotten: "Reelayに保存されていたデータを削除しました。",
  sevenDays: "同じ動画が二重に作成されないように、最近の動画のIDだけを7日間保存します。",
  going: {
    title: "データを削除しています",
    body: ["少し時間がかかります。これ以上の操作は必要ありません。"],
  },
  kept: "何も削除していません。",
  tooOld: "期限切れです",
  tooOldText: (command) => [
    "何も削除していません。確認の表示から15分以上たっています。もう一度 ",
    command,
    " を実行してください。",
  ],
  notYours: {
    title: "ほかの人のデータです",
    body: ["この操作ができるのは、コマンドを実行した本人だけです。何も削除していません。"],
  },
  parts: {
    key: "APIキー",
    settings: "設定",
    welcomed: "最初の案内を表示したという記録",
    ended: (ended) => `過去の動画${videos(ended)}の記録（プロンプトとリンクを含む）`,
    kept: (kept) => `まだ開始していないリクエスト${number(kept)}件`,
    costs: (costs) => `動画${videos(costs)}の料金の記録`,
    open: (open) => `作成中の動画${videos(open)}`,
  },
  stillOpen: (open) =>
    `作成中の動画が${videos(open)}あり、止めることはできません。結果をお知らせした後、その記録も削除します。`,
  justEnded: (ended) =>
    `終わったばかりの動画が${videos(ended)}あります。カードの更新が終わりしだい、その記録も削除します。`,
  nothing: "なし",
  listed: (first, last) => `${first.join("、")}、${last}`,
};
