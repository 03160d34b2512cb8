import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `今月：${spent}。`,
  lastMonth: (spent) => `先月：${spent}。`,
  none: "使用なし",
  spent: (spent) => `${credits(spent)}使用`,
  refunds: (charged, refunded) => `（課金${number(charged)}、返却${number(refunded)}）`,
  maybe: (atMost) => `、ほかに最大${credits(atMost)}が未確認`,
};

export const list: Words["list"] = {
  title: "動画の一覧",
  page: (page) => `動画の一覧（${page}ページ目）`,
  none: "まだ動画をリクエストしていません。",
  noOlder: "これより古い動画はありません。",
  choose: "カードをここに表示…",
  quoted: (prompt) => `「${prompt}」`,
};

export const home: Words["home"] = {
  make: { title: "動画を作成", body: ["テキストから、またはテキストと画像から作成します。"] },
  welcome: {
    title: "Reelayへようこそ",
    say: (command) => [
      "内容を書くだけで、Reelayが短い動画を作成します。チャンネルで ",
      command,
      " と入力するか、ここでReelayにメッセージを送ってください。",
    ],
    addKey: "動画の作成には、動画サービスにある自分のアカウントのクレジットを使います。まずAPIキーを追加してください。",
  },
};

const allow = (permission: string) => `管理者がチャンネルの設定で「${permission}」を許可できます。`;

export const help: Words["help"] = {
  title: "動画の作り方",
  parts: {
    start: "はじめに",
    prices: "料金",
    yours: "キーとデータ",
    know: "知っておくと便利なこと",
    now: "現在の状態",
  },
  sample: "サーフィンする猫",
  addKey: (command) => ["1. ", command, " で自分のAPIキーを追加します。キーは動画サービスのアカウントで取得できます。"],
  say: (command) => ["2. 動画の内容を書きます：", command, "。カードに進行状況が表示され、完成すると通知が届きます。"],
  options: (command) => [
    "縦横比、長さ、解像度、画像は ",
    command,
    " のオプションで、どれも省略できます。メッセージの画像を使うには、メッセージのメニューから「アプリ」、「画像を動かす」を開いてください。",
  ],
  flags: (flags, command) => [
    "そのほかはプロンプトの後に指定します：",
    flags,
    "。",
    command,
    " だけを入力するとフォームが開きます。",
  ],
  pricesNote: "クレジットは開始時に引かれ、失敗した場合は返却されます。",
  spentUnknown: "今月の使用量は、現在確認できません。",
  key: (status, remove) => ["キー：", status, " で使えるか確認でき、", remove, " で削除できます。"],
  cannotStop: "開始した動画は止められません。「削除」で消えるのはカードとその通知だけです。",
  kept: (days, get, forget) => [
    `プロンプトは動画の終了後${number(days)}日間保存されます。`,
    "保存されているデータは、",
    get,
    " で非公開ファイルとして受け取れ、",
    forget,
    " で削除できます。",
  ],
  links: "リンクは約2時間使えます。",
  allWell: "すべて正常に動作しています。",
  trouble: (troubles) => `現在の問題：${troubles}。`,
  orVideo: {
    title: "ヘルプですか、動画ですか？",
    text: (price) =>
      `使い方を見るには「ヘルプ」を、この一語から動画を作成するには「作成を開始」を押してください。動画の料金は${credits(price)}です。課金されていません。`,
  },
  missing: {
    view_channel: `Reelayはこのチャンネルを表示できないため、15分を過ぎるとカードを更新できません。${allow("チャンネルを見る")}`,
    send_messages: `Reelayはこのチャンネルに書き込めないため、ダイレクトメッセージでお知らせすることがあります。${allow("メッセージを送信")}`,
    send_in_threads: `Reelayはこのスレッドに書き込めないため、ダイレクトメッセージでお知らせすることがあります。${allow("スレッドでメッセージを送信")}`,
    embed_links: `このチャンネルではReelayのリンクのプレビューが表示されません。${allow("埋め込みリンク")}`,
    attach_files: `Reelayはこのチャンネルにファイルを投稿できないため、動画はリンクになります。${allow("ファイルを添付")}`,
    read_history: `Reelayはこのチャンネルで自分のカードに返信できないため、通知は別のメッセージとして表示されます。${allow("メッセージ履歴を読む")}`,
  },
};
