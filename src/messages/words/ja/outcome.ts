import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "動画ができました",
  tooLarge: "動画がこのチャットには大きすぎるため、リンクだけをお知らせします。",
  notTaken: "動画をこのチャットに載せられなかったため、リンクだけをお知らせします。",
  link: "動画を見る・ダウンロードする",
  linkIsNew: "リンクを取得し直したところです。いつまで使えるかはわからないため、早めに動画を保存してください。",
  linkExpires: (when) => ["リンクの期限：", when],
  linkHasExpired: (when) => [
    "リンクはおそらく期限切れです（",
    when,
    "）。動画サービスのアカウントのダッシュボードを確認するか、動画をもう一度作成してください。",
  ],
  used: (amount) => `${credits(amount)}を使用しました。`,
  usedAbout: (amount) => `約${credits(amount)}を使用しました。`,
  noLink: {
    title: "動画はできましたが、リンクがありません",
    body: ["動画サービスは完成したと伝えていますが、リンクは返しませんでした。"],
  },
  failed: "失敗、返金済み",
  failedText: (refund) => `動画の作成に失敗しました。${refund}もう一度試すか、プロンプトを変えてください。`,
  refund: (amount) => `${credits(amount)}が戻りました。`,
  refundAbout: (amount) => `約${credits(amount)}が戻りました。`,
  notStarted: "開始されませんでした",
  pressAgain: "今すぐ始めるには「もう一度」を押してください。",
  why: {
    too_old: "Reelayが長い間停止していたため、この動画は開始されませんでした。課金されていません。",
    restart: "この動画を始める前にReelayが再起動したため、開始されませんでした。課金されていません。",
    answer_lost: "最初のカードが表示されたかどうかわからないため、この動画は開始されませんでした。課金されていません。",
    answer_refused: "コマンドへの返事が届かなかったため、この動画は開始されませんでした。課金されていません。",
    store: "Reelayが時間内に保存できなかったため、この動画は開始されませんでした。課金されていません。",
  },
};

export const unknown: Words["unknown"] = {
  title: "この動画がどうなったかわかりません",
  answerLost: "動画サービスの返事が失われたため、動画が開始されたかどうかはこちらではわかりません。",
  error: "動画サービスがエラーを返したため、動画が開始されたかどうかはこちらではわかりません。",
  silent: "動画は開始されましたが、動画サービスからその後の情報がありません。",
  mayBeCharged: (atMost) => `課金された可能性があります：最大${credits(atMost)}。`,
  whereToLook: ["動画サービスのアカウントのダッシュボードを確認してください。"],
  whereToLookFor: (task) => ["動画サービスのアカウントのダッシュボードを確認してください。タスクは ", task, " です。"],
  lookFirst: "もう一度依頼する前に、そちらを確認してください。二度目の依頼にはもう一度料金がかかることがあります。",
};

export const notification: Words["notification"] = {
  ready: "動画ができました。",
  noLink: {
    title: "動画はできましたが、リンクがありません。",
    body: ["どこを確認すればよいかは、カードに書いてあります。"],
  },
  failed: "動画の作成に失敗しました。",
  notStarted: { title: "動画は開始されませんでした。", body: ["課金されていません。理由はカードに書いてあります。"] },
  notStartedForOthers: "動画は開始されませんでした。",
  askedBy: (person) => ["頼んだ人：", person, "。課金されていません。"],
  unknown: "動画がどうなったかわかりません。",
  unknownText: (mayBeCharged) => `${mayBeCharged}どこを確認すればよいかは、カードに書いてあります。`,
};

export const refusal: Words["refusal"] = {
  noKey: { title: "キーがありません", body: ["使えるAPIキーがありません。課金されていません。"] },
  badKey: {
    title: "キーが受け付けられませんでした",
    body: ["動画サービスがあなたのAPIキーを受け付けません。課金されていません。"],
  },
  addKeyThen: (again) => ["新しいキーを追加してから、", again, " を押してください。"],
  noCredits: "クレジットが足りません",
  costs: (price) => `この動画には${credits(price)}かかりますが、アカウントの残高が足りません。課金されていません。`,
  topUp: "動画サービスのアカウントにチャージしてから、「もう一度」を押してください。",
  topUpOr: (least) => `動画サービスのアカウントにチャージするか、${credits(least)}で作れる480p・10秒を選んでください。`,
  badRequest: {
    title: "リクエストが拒否されました",
    body: ["動画サービスがこのリクエストを拒否しました。課金されていません。"],
    said: (words) => `動画サービスがこのリクエストを拒否しました：「${words}」。課金されていません。`,
    edit: "「編集して作成」で内容を変更できます。",
  },
  changePrompt: "プロンプトを変えて、もう一度依頼してください。",
  changePromptOrPicture: "プロンプトか画像を変えて、もう一度依頼してください。",
  rateLimited: {
    title: "動画サービスが混み合っています",
    body: ["動画サービスは現在混み合っています。課金されていません。", "数分後に「もう一度」を押してください。"],
  },
  wrongAddress: {
    title: "Reelayの設定に誤りがあります",
    body: [
      "Reelayに設定された動画サービスのURLが正しくないため、この動画は開始されませんでした。課金されていません。",
      "このボットの管理者に知らせてください。",
    ],
  },
  unavailable: {
    title: "動画サービスにつながりません",
    body: [
      "動画サービスにつながらなかったため、この動画は開始されませんでした。課金されていません。",
      "数分後に「もう一度」を押してください。",
    ],
  },
  picture: "この画像は使えません",
  nothingCharged: "課金されていません。",
};
