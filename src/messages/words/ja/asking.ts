import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "もう一度作成しますか？",
  nobodyKnows: (mayBeCharged) => `この動画の状況を確認できなくなりました。${mayBeCharged}`,
  againCosts: (price) => `もう一度作成すると、前回の課金に関係なく${credits(price)}かかります。`,
  in720p: "720pで作成しますか？",
  in720pCosts: (price) => `同じ動画を720pでもう一度作成します。料金は${credits(price)}です。`,
  nothingStarted: "何も開始していません。",
  started: "動画の作成を開始しました。",
  price: (price) => `${credits(price)}で作成しますか？`,
  priceText: (price, most) =>
    `この動画の料金は${credits(price)}です。設定により、${credits(most)}を超える場合は確認しています。課金されていません。`,
  priceTextAlways: (price) =>
    `この動画の料金は${credits(price)}です。設定により、毎回確認しています。課金されていません。`,
  meant: "この内容でよろしいですか？",
  meantText: (typed) => [
    "プロンプトに ",
    typed,
    " が含まれています。オプションとして適用し、プロンプトから取り除きました。",
  ],
  meantCosts: (price) => `料金は${credits(price)}です。課金されていません。`,
  goodForAnHour: "この確認の有効期限は1時間です。",
  tooOld: {
    title: "期限切れです",
    body: ["この確認は期限切れです。課金されていません。", "動画をもう一度リクエストしてください。"],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "これを動画にしますか？",
    body: ["フォームを開くと、開始前にすべての内容を確認できます。まだ課金されていません。有効期限は1時間です。"],
  },
  what: {
    title: "どんな動画にしますか？",
    body: ["短い文で書くか、フォームを開いてください。"],
  },
  hello: {
    title: "こんにちは！",
    body: ["どんな動画にしたいかをReelayに書くか、フォームを開いてください。"],
  },
  withPicture:
    "画像の準備ができました。フォームを開いて、動画の内容を入力してください。まだ課金されていません。有効期限は1時間です。",
  notPictures: (files) =>
    `${files === 1 ? "メッセージのファイルは画像ではない" : `メッセージの${number(files)}個のファイルは画像ではない`}ため、使えません。使える形式はPNG、JPEG、WebP、GIFです。`,
};

export const tooMany: Words["tooMany"] = {
  title: "同時に作成できる上限に達しました",
  most: (most) => `同時に作成できる動画は${videos(most)}までです。この動画は開始されませんでした。課金されていません。`,
  named: (prompt, stage) => `「${prompt}」：${stage}`,
  more: (count) => `…ほか${number(count)}本`,
  nobodyKnows: "どれかが完成してから、もう一度リクエストしてください。",
  first: (time) => `最初の動画は${time}で完成する見込みです。その後でもう一度リクエストしてください。`,
  starting: "開始中",
  noPercentage: "作成中",
  percentDone: (percent) => `${percent}%完了`,
};

export const link: Words["link"] = {
  asking: { title: "新しいリンクを取得しています…", body: ["クレジットはかかりません。"] },
  isNew: "新しいリンクを取得しました",
  onTheCard: "カードのリンクも更新しました。",
  keepThis: "カードを更新できなかったため、このリンクを保存してください。",
  same: "リンクは同じです",
  sameText: "カードにあるリンクと同じです。いつまで使えるかわからないため、早めに動画をダウンロードしてください。",
  unchanged: "変更はありません",
  stillGood: (until) => ["リンクはまだ使えます。有効期限：", until],
  none: "新しいリンクはありません",
  noLink: [
    "動画サービスには、この動画のリンクがもうありません。変更はありません。",
    "動画サービスのダッシュボードを確認するか、動画をもう一度作成してください。",
  ],
  noAnswer: ["動画サービスから応答がありませんでした。変更はありません。", "数分後にもう一度お試しください。"],
  noKey: [
    "APIキーが保存されていないため、新しいリンクを取得できません。変更はありません。",
    "キーを追加してから「新しいリンク」を押してください。",
  ],
  badKey: [
    "保存されているキーが動画サービスで受け付けられません。変更はありません。",
    "新しいキーを追加してから「新しいリンク」を押してください。",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "このカードを削除しますか？",
    body: [
      "カードは、通知とこのチャットの動画とともに、全員から見えなくなります。クレジットは返却されません。",
      "動画は、リンクが使える間は動画サービスに残ります。",
    ],
  },
  done: "カードを削除しました。",
  notAll: "一部を削除できませんでした",
  left: {
    notification: "通知を削除できませんでした。表示されている場合は手動で削除するか、管理者に依頼してください。",
    video: "スレッドの動画を削除できませんでした。管理者に依頼してください。",
    card: "ここからはカードを削除できませんでした。自分だけに表示されている場合は非表示にし、そうでなければ管理者に依頼してください。",
  },
  stillOpen: {
    title: "まだ削除できません",
    body: [
      "このチャットに動画を追加している途中のため、何も削除していません。",
      "1分後にもう一度「削除」を押してください。",
    ],
  },
  notNow: {
    title: "一部がまだ削除されていません",
    body: ["今はチャットからすべてを削除できませんでした。", "1分後にもう一度「削除」を押してください。"],
  },
  kept: "何も削除していません。",
};
