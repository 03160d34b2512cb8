import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `今月：${spent}。`,
  lastMonth: (spent) => `先月：${spent}。`,
  none: "使用なし",
  spent: (spent) => `${credits(spent)}使用`,
  refunds: (charged, refunded) => `（請求${number(charged)}、返却${number(refunded)}）`,
  maybe: (atMost) => `、ほかに最大${number(atMost)}が未確認`,
};

export const list: Words["list"] = {
  title: "あなたの動画",
  page: (page) => `あなたの動画、${page}ページ目`,
  none: "まだ動画を依頼していません。",
  noOlder: "これより古い動画はありません。",
  choose: "カードをここに表示…",
  quoted: (prompt) => `「${prompt}」`,
};

export const home: Words["home"] = {
  make: { title: "動画を作成", body: ["言葉から、または言葉と画像から作成します。"] },
  welcome: {
    title: "Reelayへようこそ",
    say: (command) => [
      "内容を書くだけで、Reelayが短い動画を作成します。チャンネルで",
      command,
      "と入力するか、ここでReelayに書いてください。",
    ],
    addKey: "動画の料金は動画サービスのご自身のアカウントから支払われます。まずAPIキーを追加してください。",
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
  addKey: (command) => [
    "1. ",
    command,
    " でご自身のAPIキーを追加します。キーは動画サービスのアカウントで入手できます。",
  ],
  say: (command) => [
    "2. 何が起こるかを書きます：",
    command,
    "。カードに進み具合が表示され、できあがると通知が届きます。",
  ],
  options: (command) => [
    "縦横比、長さ、解像度、画像は ",
    command,
    " のオプションで、どれも省略できます。メッセージの画像を使うには、メッセージのメニューから「アプリ」、「画像を動かす」を開いてください。",
  ],
  flags: (flags, command) => [
    "そのほかは言葉の後に指定します：",
    flags,
    "。",
    command,
    " だけを入力するとフォームが開きます。",
  ],
  pricesNote: "クレジットは開始時に引かれ、動画が失敗した場合は返却されます。",
  spentUnknown: "今月の使用量は、今は読み込めません。",
  key: (status, remove) => ["キー：", status, " で使えるか確認でき、", remove, " で破棄できます。"],
  cannotStop: "開始した動画は止められません。「削除」で消えるのはカードとその通知だけです。",
  kept: (days, get, forget) => [
    `プロンプトは動画の終了後${number(days)}日間保持されます。`,
    "保持されているあなたの情報は、",
    get,
    " で非公開ファイルとして受け取れ、",
    forget,
    " で破棄できます。",
  ],
  links: "リンクは約2時間使えます。",
  allWell: "今はすべて正常に動いています。",
  trouble: (troubles) => `現在の問題：${troubles}。`,
  orVideo: {
    title: "ヘルプですか、動画ですか？",
    text: (price) =>
      `使い方を読むには「ヘルプ」を、この一語の動画を作成するには「開始する」を押してください。動画の料金は${credits(price)}です。課金されていません。`,
  },
  missing: {
    view_channel: `Reelayはこのチャンネルを見られないため、15分を過ぎるとカードを更新できません。${allow("チャンネルを見る")}`,
    send_messages: `Reelayはこのチャンネルに書き込めないため、ダイレクトメッセージでお知らせすることがあります。${allow("メッセージを送信")}`,
    send_in_threads: `Reelayはこのスレッドに書き込めないため、ダイレクトメッセージでお知らせすることがあります。${allow("スレッドでメッセージを送信")}`,
    embed_links: `このチャンネルではReelayのリンクのプレビューが表示されません。${allow("埋め込みリンク")}`,
    attach_files: `Reelayはこのチャンネルにファイルを投稿できないため、動画はリンクになります。${allow("ファイルを添付")}`,
    read_history: `Reelayはこのチャンネルで自分のカードに返信できないため、メッセージは単独で表示されます。${allow("メッセージ履歴を読む")}`,
  },
};
