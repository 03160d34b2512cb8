import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : `（末尾 ${lastFour}）`;
}

export const keys: Words["keys"] = {
  first: {
    title: "まずご自身のAPIキーが必要です",
    body: ["動画の料金は、動画サービスのご自身のアカウントから支払われます。"],
  },
  dashboard: "ダッシュボード",
  where: (dashboard) => ["キーは動画サービスのアカウントの", dashboard, "で入手できます。"],
  keptForIt: "依頼は1時間保持され、キーが保存されると自動で続きます。",
  thenPress: (button) => `キーを追加してから「${button}」を押してください。`,
  nothingCharged: "課金されていません。",
  checking: { title: "キーを確認しています…", body: ["クレジットはかかりません。"] },
  saved: "キーを保存しました",
  savedText: (lastFour) => `キー${endingIn(lastFour)}は使えます。暗号化して保存しました。`,
  goesOn: "キーを待っていた依頼を続けます。",
  videosGoOn: (open) => (open === 1 ? "あなたの動画の作成を続けます。" : `あなたの${open}本の動画の作成を続けます。`),
  youCan: "動画を作成できるようになりました。",
  savedUnchecked: "キーを保存しました（未確認）",
  savedUncheckedText: (lastFour) =>
    `キー${endingIn(lastFour)}を暗号化して保存しました。動画サービスからはっきりした返事がなかったため、使えるかどうかはまだわかりません。`,
  firstVideoTells: "最初の動画でわかります。",
  requestNotStarted: "キーを待っていた依頼は開始されませんでした。後でもう一度送ってください。",
  bad: {
    title: "このキーは使えません",
    body: [
      "動画サービスがこのキーを受け付けないため、保存していません。以前に保存したキーはそのままです。",
      "もう一度コピーして追加してください。",
    ],
  },
  notAKey: "キーではありません",
  empty: "ここにAPIキーを貼り付けてください。",
  notOneWord: "キーは空白のない一続きの文字です。もう一度コピーして、ここに貼り付けてください。",
  nothingSaved: "何も保存していません。",
  unknownWord: "その言葉は使えません",
  words: (set, status, remove) => [set, "、", status, "、", remove, " のいずれかを入力してください。"],
  ifItWasYourKey: "もしそれがキーだった場合、保存はしていません。ボタンで専用の非公開フォームが開きます。",
  stored: (lastFour) => `キー${endingIn(lastFour)}は暗号化して保存されています。`,
  works: "キーは使えます",
  doesNotWork: {
    title: "キーが使えません",
    body: ["動画サービスがこのキーを受け付けません。新しいキーを追加してください。"],
  },
  notChecked: {
    title: "キーを確認できませんでした",
    body: ["動画サービスからはっきりした返事がありませんでした。数分後にもう一度確認してください。"],
  },
  yours: "あなたのAPIキー",
  none: {
    title: "キーが保存されていません",
    body: ["動画を作成するには、ご自身のAPIキーを追加してください。"],
  },
  removed: { title: "キーを削除しました", body: ["Reelayはキーを破棄しました。"] },
  confirmRemoval: "今すぐキーを削除しますか？",
  withoutKey: "キーがない間は、次のキーを追加するまで新しい動画を作成できません。",
  nothingToRemove: { title: "キーが保存されていません", body: ["削除するものはありません。"] },
  stillOpen: (open) =>
    `作成中の動画が${amounts.videos(open)}あります。終わるまで、キーの暗号化されたコピーを保持します。`,
};
