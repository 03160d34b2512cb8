import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "PNG、JPEG、WebP、GIFが使えます。";
const NOTHING = "課金されていません。";

export const picture: Words["picture"] = {
  tooLarge: "画像が5 MBを超えています。もっと小さいものを使ってください。",
  tooLargeBy: (megabytes) =>
    `画像は${number(megabytes)} MBありますが、5 MBまでです。もっと小さいものを使ってください。`,
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
  unreachable: "画像を開けませんでした。アドレスが誰にでも開けるか確認するか、別の画像を使ってください。",
  private:
    "ここに投稿された画像は非公開で、このボットから動画サービスに渡すことができません。代わりに公開されている画像のURLを使うか、投稿した画像を使えるようにこのボットの運営者に頼んでください。",
  address: {
    not_a_url: "画像のアドレスがWebアドレスではありません。https:// で始まるものを使ってください。",
    not_https: "画像のアドレスは https:// で始まる必要があります。そのようなものを使ってください。",
    too_long: "画像のアドレスが長すぎます。もっと短いものを使ってください。",
    has_login: "画像のアドレスにユーザー名かパスワードが含まれています。含まれないものを使ってください。",
    not_public: "画像のアドレスが公開されていません。誰にでも開けるものを使ってください。",
  },
};

const FLAGS = "使えるのは --ratio、--duration、--resolution、--image です。";

export const draft: Words["draft"] = {
  title: "この動画は開始されませんでした",
  nothingCharged: NOTHING,
  noPrompt: "動画で何が起こるかを短く書いてください。",
  promptTooLong: (length, most) =>
    `プロンプトは${number(length)}文字ありますが、${number(most)}文字までです。短くしてください。`,
  badRatio: (given, allowed) => `「${given}」という縦横比では作れません。${allowed}から選んでください。`,
  badDuration: (given, allowed) => `「${given}」という長さでは作れません。${allowed}秒から選んでください。`,
  badResolution: (given, allowed) => `「${given}」という解像度では作れません。${allowed}から選んでください。`,
  or: "か",
  twoPictures: "画像が二つあります（ファイルとアドレス）。どちらか一つにしてください。",
  unknownFlag: (flag) => `${flag} はここでは使えません。${FLAGS}`,
  flagWithoutValue: (flag) => `${flag} の後に値がありません。${FLAGS}`,
};

const CURE =
  "もしキーなら、入手した場所で新しいキーを作り、古いキーを削除してください。チャットに書かれたものは、誰かに見られたかもしれません。";
const WHAT = "APIキーかトークンが含まれているようです。そのため、送信も保存もしていません。";
const ELSE = "キーでなければ、別の書き方をしてください。";

export const leak: Words["leak"] = {
  atField: `${WHAT}${CURE}${ELSE}`,
  suspected: {
    title: "キーが含まれていませんか？",
    body: [`${WHAT}これはあなただけに見えています。`, CURE, ELSE, NOTHING],
  },
  own: {
    title: "あなたのAPIキーが含まれています",
    body: [
      "送られた内容にあなた自身のAPIキーが含まれています。そのため、送信も保存もしていません。これはあなただけに見えています。",
      "チャットに書かれたものは、誰かに見られたかもしれません。動画サービスのアカウントのダッシュボードで新しいキーを作り、古いキーを削除して、新しいキーをここに追加してください。",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "キーのように見えます",
    body: [
      "メッセージにAPIキーかアクセストークンのようなものがあります。Reelayは何も保存していません。メッセージを削除し、他の人に読まれた可能性があれば新しいキーを作ってください。",
      "キーは専用の非公開フォームに入れてください。キーでなければ、動画もフォームから依頼してください。",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "画像を動かす",
  sentence: (words) => `${words}。`,
  leftOut: (count) => `このメッセージの他の${count}枚は、大きすぎるか種類が違うため使えません`,
  thePicture: (look) => `画像：${look}。`,
  picture: "画像",
  unnamed: "名前のない画像",
  nothing: "動かせるものがありません",
  noPicture: `このメッセージには画像がありません。画像のあるメッセージでこのコマンドを使ってください。${KINDS}`,
  sticker: `スタンプは動かせません。画像として投稿し、そのメッセージでこのコマンドを使ってください。${KINDS}`,
  video: `このメッセージにあるのは動画で、動かせるのは画像だけです。静止画を画像として投稿し、そのメッセージでこのコマンドを使ってください。${KINDS}`,
  forgotten: {
    title: "古すぎます",
    body: [
      `フォームが開いている間、Reelayは画像を1時間だけ保持します。この画像はもう保持していません。${NOTHING}`,
      "そのメッセージでもう一度コマンドを使ってください。",
    ],
  },
};
