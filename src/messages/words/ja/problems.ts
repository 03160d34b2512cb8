import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "使える形式はPNG、JPEG、WebP、GIFです。";
const NOTHING = "課金されていません。";

export const picture: Words["picture"] = {
  tooLarge: "画像が5 MBを超えています。もっと小さいものを使ってください。",
  tooLargeBy: (megabytes) =>
    `画像は${number(megabytes)} MBあり、上限の5 MBを超えています。もっと小さいものを使ってください。`,
  notAPicture: `Reelayで使える画像ではありません。${KINDS}`,
  notAPictureBut: (found) => `Reelayで使える画像ではありません（${found}）。${KINDS}`,
  found: {
    picture: "別の種類の画像",
    video: "動画",
    sound: "音声ファイル",
    text: "テキストファイル",
    page: "ウェブページ",
    pdf: "PDF",
    archive: "圧縮ファイル",
    document: "オフィス文書",
    program: "プログラム",
  },
  empty: "画像が空です（0バイト）。もう一度アップロードするか、別の画像を使ってください。",
  unreadable: "画像が壊れています。幅と高さを読み取れません。PNGかJPEGで保存し直すか、別の画像を使ってください。",
  unreachable: "画像を開けませんでした。URLが誰でも開けるものか確認するか、別の画像を使ってください。",
  private:
    "ここに投稿された画像は非公開で、このボットから動画サービスに渡すことができません。公開されている画像のURLを使うか、投稿した画像を使えるようにこのボットの運営者に依頼してください。",
  address: {
    not_a_url: "画像のURLが正しくありません。https:// で始まるものを使ってください。",
    not_https: "画像のURLは https:// で始まる必要があります。",
    too_long: "画像のURLが長すぎます。もっと短いものを使ってください。",
    has_login: "画像のURLにユーザー名かパスワードが含まれています。含まれないものを使ってください。",
    not_public: "画像のURLが公開されていません。誰でも開けるものを使ってください。",
  },
};

const FLAGS = "使えるオプション：--ratio、--duration、--resolution、--image。";

export const draft: Words["draft"] = {
  title: "この動画は開始されませんでした",
  nothingCharged: NOTHING,
  noPrompt: "動画の内容を短く書いてください。",
  promptTooLong: (length, most) =>
    `プロンプトは${number(length)}文字あり、上限の${number(most)}文字を超えています。短くしてください。`,
  badRatio: (given, allowed) => `「${given}」という縦横比には対応していません。${allowed}から選んでください。`,
  badDuration: (given, allowed) => `「${given}」という長さには対応していません。${allowed}（秒）から選んでください。`,
  badResolution: (given, allowed) => `「${given}」という解像度には対応していません。${allowed}から選んでください。`,
  or: "、",
  twoPictures: "画像が2つあります（ファイルとURL）。どちらか1つにしてください。",
  unknownFlag: (flag) => `${flag} というオプションはありません。${FLAGS}`,
  flagWithoutValue: (flag) => `${flag} の後に値がありません。${FLAGS}`,
};

const CURE =
  "キーの場合は、取得した場所で新しいキーを作成し、古いキーを削除してください。チャットに書いた内容は、誰かに見られた可能性があります。";
const WHAT = "APIキーかトークンが含まれているようです。そのため、送信も保存もしていません。";
const ELSE = "キーでない場合は、別の書き方をしてください。";

export const leak: Words["leak"] = {
  atField: `${WHAT}${CURE}${ELSE}`,
  suspected: {
    title: "キーが含まれていませんか？",
    body: [`${WHAT}これはあなただけに表示されています。`, CURE, ELSE, NOTHING],
  },
  own: {
    title: "APIキーが含まれています",
    body: [
      "送信した内容に、保存済みのAPIキーが含まれています。そのため、動画サービスには送信せず、保存もしていません。これはあなただけに表示されています。",
      "チャットに書いた内容は、誰かに見られた可能性があります。動画サービスのダッシュボードで新しいキーを作成し、古いキーを削除して、新しいキーをここに追加してください。",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "キーのように見えます",
    body: [
      "メッセージにAPIキーかアクセストークンのようなものがあります。Reelayは何も保存していません。メッセージを削除し、ほかの人に読まれた可能性がある場合は新しいキーを作成してください。",
      "キーは非公開フォームに入力してください。キーでない場合は、動画もフォームからリクエストしてください。",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "画像を動かす",
  sentence: (words) => `${words}。`,
  leftOut: (count) => `このメッセージのほかの${number(count)}件は、大きすぎるか種類が違うため使えません`,
  thePicture: (look) => `画像：${look}。`,
  picture: "画像",
  unnamed: "名前のない画像",
  nothing: "動かせるものがありません",
  noPicture: `このメッセージには画像がありません。画像のあるメッセージでこのコマンドを使ってください。${KINDS}`,
  sticker: `スタンプは動かせません。画像として投稿し、そのメッセージでこのコマンドを使ってください。${KINDS}`,
  video: `このメッセージにあるのは動画で、動かせるのは画像だけです。静止画を画像として投稿し、そのメッセージでこのコマンドを使ってください。${KINDS}`,
  forgotten: {
    title: "期限切れです",
    body: [
      `フォームを開いている間、画像は1時間だけ保存されます。この画像はもう保存されていません。${NOTHING}`,
      "そのメッセージでもう一度コマンドを使ってください。",
    ],
  },
};
