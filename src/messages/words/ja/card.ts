import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "リクエストを受け付けました",
    body: ["動画の作成中、このカードは更新されます。更新できない場合は、新しいメッセージでお知らせします。"],
  },
  starting: "開始しています…",
  queued: {
    title: "順番待ち",
    body: [
      "動画サービスが混み合っているため、この動画は順番待ちです。順番が来ると自動で開始されます。まだ課金されていません。",
    ],
  },
  serviceAway: "動画サービスに接続できません。Reelayが再試行を続けています。まだ課金されていません。",
  making: "動画を作成しています",
  overdue: {
    title: "まだ完成していません…",
    body: ["通常よりかなり時間がかかっています。Reelayは確認を続け、進展があればこのカードを更新します。"],
  },
  needsKey: "キーが動画サービスで受け付けられなくなりました。新しいキーを追加すると、この動画の作成は自動で続きます。",
  lastSight: "このカードの更新はまもなく終わります。結果はダイレクトメッセージでお知らせします。",
  noPercentage: "進行中",
  percentDone: (percent) => `${percent}%完了`,
  left: (time) => `残り${time}`,
  slow: "通常より遅め",
  comma: "、",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["リクエスト：", person],
  price: (price) => `料金：${credits(price)}`,
  seconds: (seconds) => `${seconds}秒`,
  shapeOfPicture: "画像と同じ縦横比",
  fromPicture: "画像から作成",
};

export const state: Words["state"] = {
  waitingToStart: "開始待ち",
  starting: "開始中",
  waitingForKey: "キー待ち",
  running: "作成中",
  percentDone: (percent) => `${percent}%完了`,
  ready: "完成",
  doneWithoutLink: "完成（リンクなし）",
  failed: (refunded) => `失敗（${credits(refunded)}返却済み）`,
  refused: "拒否（課金なし）",
  notStarted: "開始されず（課金なし）",
  nobodyKnows: "不明（課金された可能性あり）",
};
