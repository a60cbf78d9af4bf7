/**
 * Code of the app that a poor network lost. Chrome and older browsers remember a failed import
 * until the page is loaded again (https://github.com/whatwg/html/issues/6768).
 */
import type { ClientInstrumentation } from 'react-router'
import { keepStored, readStored } from './browser-storage.ts'
import { untilDone } from './until-done.ts'

/** Time for the network to answer, ms: a request that hangs must not hide lost code. */
const ANSWER_MS = 8_000

let found: 'nothing' | 'a loss' | 'an answer' | 'lost code' = 'nothing'
const listeners = new Set<() => void>()

/** Returns whether code failed again after the network had answered. */
export function hasLostCode(): boolean {
  return found === 'lost code'
}

/** Calls back when code is lost. @returns the function that stops listening */
export function onLostCode(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Adds the listener. Call once, when the app starts. */
export function watchLostCode(page: Pick<EventTarget, 'addEventListener'> = window): void {
  // Vite's event for each dynamic import that failed (https://vite.dev/guide/build).
  page.addEventListener('vite:preloadError', () => void noteLoss())
}

async function noteLoss(): Promise<void> {
  if (found === 'nothing') {
    found = 'a loss'
    await untilDone(() => {
      const signal = AbortSignal.timeout(ANSWER_MS)
      return fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal })
    })
    found = 'an answer'
  } else if (found === 'an answer') {
    found = 'lost code'
    for (const listener of listeners) listener()
  }
}

/** Key of the address that the router leaves, and the one whose code it reads. */
const WANTED = 'wanted-address'

/**
 * Keeps the wanted address as long as the router reads its code. If the code is lost, the router
 * loads the page again that was to be left, and `openWanted` leads on.
 */
export const keepsWanted: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      navigate: async (go, { to, currentUrl }) => {
        const ends = `${currentUrl}\n${to}`
        keepStored('session', WANTED, ends)
        await go()
        if (readStored('session', WANTED) === ends) keepStored('session', WANTED, null)
      },
    }),
}

/**
 * Inline script of every page of the app: leads on to the address whose code was lost. Browsers
 * read `//` and `/\\` at the start of an address as the begin of another site.
 */
export const openWanted =
  'try{(function(k){var s=sessionStorage,w=(s.getItem(k)||"").split("\\n");s.removeItem(k);' +
  'if(w[0]===location.pathname+location.search+location.hash&&/^\\/(?![\\/\\\\])/.test(w[1]))' +
  `location.replace(w[1])})("${WANTED}")}catch(e){}`

declare global {
  interface Window {
    /** Ends the wait of `reloadLost`. */
    endReload?: () => void
  }
}

/** First and longest wait before the files of a page are asked for, ms. */
const WAITS_MS = [2_000, 30_000]
/** Key of the number of reloads in this tab, and their limit: an extension can block a file. */
const RELOADS = 'reloads'
const RELOADS_MAX = 3

/**
 * Inline script of every page of the app. A page whose first code is lost would stay without it:
 * when all its files can be read, it is loaded again. Not after a person typed something, because
 * the forms of such a page work without code.
 */
export const reloadLost =
  `(function(k){var w=0;function each(q){return [].slice.call(document.querySelectorAll(q))}` +
  'function lost(e){var t=e.target;if(!w&&(t.rel==="modulepreload"||t.type==="module"))wait()}' +
  `function wait(){w=Math.min(w*2||${WAITS_MS[0]},${WAITS_MS[1]});setTimeout(read,w)}` +
  'function read(){Promise.all(each("link[rel=modulepreload]").map(function(l){' +
  'return fetch(l.href).then(function(r){if(!r.ok)throw r})})).then(again,wait)}' +
  'function again(){if(!window.endReload||each("input,textarea").some(function(i){' +
  'return i.value!==i.defaultValue}))return;var n=+sessionStorage.getItem(k);' +
  `if(n<${RELOADS_MAX}){sessionStorage.setItem(k,n+1);location.reload()}}` +
  'window.endReload=function(){removeEventListener("error",lost,true)};' +
  `addEventListener("error",lost,true)})("${RELOADS}")`

/** Ends the wait for lost code. Call once after hydration. */
export function endReload(): void {
  window.endReload?.()
  delete window.endReload
  keepStored('session', RELOADS, null)
}
