/** In the native app, in place of `web/lib/api-fetch.ts`: tells the server which app asks. */
import { APP_VERSION_HEADER } from '#contract/native-app.ts'
import { askForUpdate } from './needed-update.ts'
import { platform } from './platform.ts'

/** package.json of the app (native/vite.config.ts). */
const VERSION: string = import.meta.env?.VITE_APP_VERSION ?? '0.0.0'

/** Upgrade Required: the answer to an app that is older than the server takes. */
const OUTDATED = 426

export const apiFetch: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers)
  headers.set(APP_VERSION_HEADER, `${platform()}/${VERSION}`)
  const answer = await fetch(address, { ...init, headers })
  if (answer.status === OUTDATED) askForUpdate()
  return answer
}
