/** Replaces `web/lib/api-fetch.ts` in the native app: the app names itself to the server. */
import { APP_VERSION_HEADER } from '#contract/native-app.ts'
import { askForUpdate } from './needed-update.ts'
import { platform } from './platform.ts'

/** Version in the app's package.json, set by native/vite.config.ts. */
const VERSION: string = import.meta.env?.VITE_APP_VERSION ?? '0.0.0'

/** HTTP 426 "Upgrade Required": the server no longer accepts this version of the app. */
const OUTDATED = 426

export const apiFetch: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers)
  headers.set(APP_VERSION_HEADER, `${platform()}/${VERSION}`)
  const answer = await fetch(address, { ...init, headers })
  if (answer.status === OUTDATED) askForUpdate()
  return answer
}
