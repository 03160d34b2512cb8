import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "リクエストを受け付けました",
    body: ["動画の作成中、このカードは更新されます。このまま変わらない場合は、新しいメッセージでお知らせします。"],
  },
  starting: "開始しています…",
  queued: {
    title: "順番待ち",
    body: [
      "動画サービスが混み合っているため、この動画は順番を待っています。自動で始まります。まだ課金されていません。",
    ],
  },
  serviceAway: "動画サービスにつながりません。Reelayが再試行しています。まだ課金されていません。",
  making: "動画を作成しています",
  overdue: {
    title: "まだ終わっていません…",
    body: ["いつもよりかなり時間がかかっています。Reelayは確認を続け、動きがあればこのカードが変わります。"],
  },
  needsKey: "動画サービスがあなたのキーを受け付けなくなりました。新しいキーを追加すると、この動画は自動で続きます。",
  lastSight: "このカードはまもなく更新できなくなります。結果はダイレクトメッセージでお届けします。",
  noPercentage: "進み具合はまだわかりません",
  percentDone: (percent) => `${percent}%完了`,
  left: (time) => `残り${time}`,
  slow: "いつもより遅め",
  comma: "、",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["依頼した人：", person],
  price: (price) => `料金：${credits(price)}`,
  seconds: (seconds) => `${seconds}秒`,
  shapeOfPicture: "画像と同じ縦横比",
  fromPicture: "画像から",
};

export const state: Words["state"] = {
  waitingToStart: "開始待ち",
  starting: "開始中",
  waitingForKey: "キーを待っています",
  running: "作成中",
  percentDone: (percent) => `${percent}%完了`,
  ready: "完成",
  doneWithoutLink: "完成、リンクなし",
  failed: (refunded) => `失敗、${credits(refunded)}返却済み`,
  refused: "受け付けられず、課金なし",
  notStarted: "開始されず、課金なし",
  nobodyKnows: "不明、課金された可能性があります",
};
