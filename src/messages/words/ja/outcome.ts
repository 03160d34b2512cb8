import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "動画が完成しました",
  tooLarge: "動画がこのチャットには大きすぎるため、リンクだけをお知らせします。",
  notTaken: "動画をこのチャットに投稿できなかったため、リンクだけをお知らせします。",
  link: "動画を見る・ダウンロードする",
  linkIsNew: "新しいリンクです。いつまで使えるかわからないため、早めに動画をダウンロードしてください。",
  linkExpires: (when) => ["リンクの有効期限：", when],
  linkHasExpired: (when) => [
    "リンクはおそらく期限切れです（",
    when,
    "）。動画サービスのダッシュボードを確認するか、動画をもう一度作成してください。",
  ],
  used: (amount) => `${credits(amount)}を使用しました。`,
  usedAbout: (amount) => `約${credits(amount)}を使用しました。`,
  noLink: {
    title: "完成しましたが、リンクがありません",
    body: ["動画サービスで動画は完成しましたが、リンクが返されませんでした。"],
  },
  failed: "失敗（クレジット返却済み）",
  failedText: (refund) => `動画の作成に失敗しました。${refund}もう一度試すか、プロンプトを変えてください。`,
  refund: (amount) => `${credits(amount)}が返却されました。`,
  refundAbout: (amount) => `約${credits(amount)}が返却されました。`,
  notStarted: "開始されませんでした",
  pressAgain: "今すぐ開始するには「もう一度」を押してください。",
  why: {
    too_old: "Reelayが長い間停止していたため、この動画は開始されませんでした。課金されていません。",
    restart: "この動画を開始する前にReelayが再起動したため、開始されませんでした。課金されていません。",
    answer_lost: "最初のカードが表示されたか確認できなかったため、この動画は開始されませんでした。課金されていません。",
    answer_refused: "コマンドへの応答が届かなかったため、この動画は開始されませんでした。課金されていません。",
    store: "Reelayがリクエストを時間内に保存できなかったため、この動画は開始されませんでした。課金されていません。",
  },
};

export const unknown: Words["unknown"] = {
  title: "この動画が作成されたかどうかわかりません",
  answerLost: "動画サービスから明確な応答がなかったため、動画が開始されたかどうかわかりません。",
  error: "動画サービスがエラーを返したため、動画が開始されたかどうかわかりません。",
  silent: "動画は開始されましたが、その後、動画サービスから情報が届かなくなりました。",
  mayBeCharged: (atMost) => `最大${credits(atMost)}が課金された可能性があります。`,
  whereToLook: ["動画サービスのダッシュボードを確認してください。"],
  whereToLookFor: (task) => ["動画サービスのダッシュボードを確認してください。タスクは ", task, " です。"],
  lookFirst: "もう一度リクエストする前に、そちらを確認してください。2本目の動画にも課金される可能性があります。",
};

export const notification: Words["notification"] = {
  ready: "動画が完成しました。",
  noLink: {
    title: "動画は完成しましたが、リンクがありません。",
    body: ["確認先はカードに書いてあります。"],
  },
  failed: "動画の作成に失敗しました。",
  notStarted: { title: "動画は開始されませんでした。", body: ["課金されていません。理由はカードに書いてあります。"] },
  notStartedForOthers: "動画は開始されませんでした。",
  askedBy: (person) => ["リクエスト：", person, "。課金されていません。"],
  unknown: "動画が作成されたかどうかわかりません。",
  unknownText: (mayBeCharged) => `${mayBeCharged}確認先はカードに書いてあります。`,
};

export const refusal: Words["refusal"] = {
  noKey: { title: "APIキーがありません", body: ["APIキーが保存されていません。課金されていません。"] },
  badKey: {
    title: "キーが拒否されました",
    body: ["保存されているAPIキーが動画サービスで受け付けられません。課金されていません。"],
  },
  addKeyThen: (again) => ["新しいキーを追加してから「", again, "」を押してください。"],
  noCredits: "クレジットが足りません",
  costs: (price) =>
    `この動画には${credits(price)}かかりますが、アカウントのクレジットが足りません。課金されていません。`,
  topUp: "動画サービスのアカウントにクレジットを追加してから「もう一度」を押してください。",
  topUpOr: (least) =>
    `動画サービスのアカウントにクレジットを追加するか、${credits(least)}で作成できる480p・10秒を選んでください。`,
  badRequest: {
    title: "リクエストが拒否されました",
    body: ["動画サービスがこのリクエストを拒否しました。課金されていません。"],
    said: (words) => `動画サービスがこのリクエストを拒否しました：「${words}」。課金されていません。`,
    edit: "「編集して作成」で内容を変更できます。",
  },
  changePrompt: "プロンプトを変えて、もう一度リクエストしてください。",
  changePromptOrPicture: "プロンプトか画像を変えて、もう一度リクエストしてください。",
  rateLimited: {
    title: "動画サービスが混み合っています",
    body: ["動画サービスは現在混み合っています。課金されていません。", "数分後に「もう一度」を押してください。"],
  },
  wrongAddress: {
    title: "設定に問題があります",
    body: [
      "Reelayに設定されている動画サービスのURLが正しくないため、この動画は開始されませんでした。課金されていません。",
      "このボットの運営者にお知らせください。",
    ],
  },
  unavailable: {
    title: "動画サービスに接続できません",
    body: [
      "動画サービスに接続できなかったため、この動画は開始されませんでした。課金されていません。",
      "数分後に「もう一度」を押してください。",
    ],
  },
  picture: "この画像は使えません",
  nothingCharged: "課金されていません。",
};
