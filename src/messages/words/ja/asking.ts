import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "もう一度開始しますか？",
  nobodyKnows: (mayBeCharged) => `この動画がどうなったかわかりません。${mayBeCharged}`,
  againCosts: (price) => `もう一度開始すると、一度目の料金に関係なく${credits(price)}かかります。`,
  in720p: "720pで作成しますか？",
  in720pCosts: (price) => `動画をもう一度、720pで作成します。料金は${credits(price)}です。`,
  nothingStarted: "何も開始していません。",
  started: "動画の作成を開始しました。",
  price: (price) => `${credits(price)}で開始しますか？`,
  priceText: (price, most) =>
    `この動画の料金は${credits(price)}です。設定により、${number(most)}クレジットを超えるため確認しています。課金されていません。`,
  priceTextAlways: (price) =>
    `この動画の料金は${credits(price)}です。設定により、毎回確認しています。課金されていません。`,
  meant: "この内容でよろしいですか？",
  meantText: (typed) => [
    "プロンプトに ",
    typed,
    " とあります。これをオプションとして反映し、プロンプトから取り除きました。",
  ],
  meantCosts: (price) => `料金は${credits(price)}です。課金されていません。`,
  goodForAnHour: "この確認は1時間有効です。",
  tooOld: {
    title: "古すぎます",
    body: ["Reelayはこの内容をもう覚えていません。課金されていません。", "動画をもう一度依頼してください。"],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "これを動画にしますか？",
    body: ["まだ課金されていません。開始前にフォームですべて確認できます。この提案は1時間有効です。"],
  },
  what: {
    title: "どんな動画にしますか？",
    body: ["短い言葉で書くか、フォームを開いてください。"],
  },
  hello: {
    title: "こんにちは！",
    body: ["どんな動画にするかReelayに書くか、フォームを開いてください。"],
  },
  withPicture:
    "画像の準備ができました。フォームを開いて動画の内容を書いてください。まだ課金されていません。1時間有効です。",
  notPictures: (files) =>
    `${files === 1 ? "メッセージのファイルは画像ではない" : `メッセージの${number(files)}個のファイルは画像ではない`}ため、動画に使えません。PNG、JPEG、WebP、GIFが使えます。`,
};

export const tooMany: Words["tooMany"] = {
  title: "先にほかの動画を作成しています",
  most: (most) => `同時に作成できる動画は${videos(most)}までです。これは開始されませんでした。課金されていません。`,
  named: (prompt, stage) => `「${prompt}」：${stage}`,
  more: (count) => `…ほか${number(count)}本`,
  nobodyKnows: "最初の動画がいつ終わるかはまだわかりません。終わってからもう一度依頼してください。",
  first: (time) => `最初の動画は${time}で終わる見込みです。その頃にもう一度依頼してください。`,
  starting: "開始中",
  noPercentage: "進み具合は不明",
  percentDone: (percent) => `${percent}%完了`,
};

export const link: Words["link"] = {
  asking: { title: "問い合わせています…", body: ["クレジットはかかりません。"] },
  isNew: "新しいリンクがあります",
  onTheCard: "カードの古いリンクを置き換えました。",
  keepThis: "カードを変更できなかったため、こちらを保存してください。",
  same: "同じリンクです",
  sameText: "カードにあるリンクと同じです。いつまで使えるかはわからないため、早めに動画を保存してください。",
  unchanged: "変わりはありません",
  stillGood: (until) => ["リンクはまだ使えます。期限：", until],
  none: "新しいリンクはありません",
  noLink: [
    "動画サービスはこの動画のリンクをもう出していません。変わりはありません。",
    "動画サービスのアカウントのダッシュボードを確認するか、動画をもう一度作成してください。",
  ],
  noAnswer: ["動画サービスから返事がありませんでした。変わりはありません。", "数分後にもう一度試してください。"],
  noKey: [
    "問い合わせに使えるAPIキーがありません。変わりはありません。",
    "キーを追加してから「新しいリンク」を押してください。",
  ],
  badKey: [
    "動画サービスがあなたのキーを受け付けません。変わりはありません。",
    "新しいキーを追加してから「新しいリンク」を押してください。",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "このカードを削除しますか？",
    body: [
      "カードは、通知とこのチャットの動画とともに、全員から見えなくなります。クレジットは戻りません。",
      "動画は、リンクが使える間は動画サービスに残ります。",
    ],
  },
  done: "カードを削除しました。",
  notAll: "すべては削除できませんでした",
  left: {
    notification: "通知を削除できませんでした。表示されている場合は手動で削除するか、ここの管理者に頼んでください。",
    video: "スレッドの動画を削除できませんでした。ここの管理者に頼んでください。",
    card: "ここからはカードを削除できませんでした。自分だけに見えている場合は非表示にし、そうでなければここの管理者に頼んでください。",
  },
  stillOpen: {
    title: "まだ削除できません",
    body: [
      "動画をこのチャットに入れているところなので、何も削除していません。",
      "1分後にもう一度「削除」を押してください。",
    ],
  },
  notNow: {
    title: "まだすべては削除されていません",
    body: ["チャットが今はすべてを受け付けませんでした。", "1分後にもう一度「削除」を押してください。"],
  },
  kept: "何も削除していません。",
};
