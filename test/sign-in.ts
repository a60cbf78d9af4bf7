// Sign-in with Google and Apple: app, issuers and mailbox on real ports, and a simple browser.
import dns from 'node:dns'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import {
  APPLE_MOUNT,
  GOOGLE_MOUNT,
  type OidcControl,
  openOidcSandbox,
} from '#sandbox/oidc/oidc-sandbox.ts'
import { buildApp } from '#server/app.ts'
import type { TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { testDeps } from './deps.ts'
import { freePort } from './free-port.ts'
import { jobsOf } from './run-jobs.ts'

export type SignInApp = TestApp & {
  site: string
  oidc: OidcControl
  mail: MailSandbox
}

/** Other hosts of the app, besides `localhost` as a developer's machine. */
type Hosts = { site: string; lat: string }

/** Resolves names to this machine until the test file ends, as a hosts file does. */
function resolveHere(names: readonly string[]): void {
  const real = dns.lookup
  const here = (name: string, ...rest: [never]) =>
    real(names.includes(name) ? 'localhost' : name, ...rest)
  dns.lookup = here as typeof real
  atEnd(() => {
    dns.lookup = real
  })
}

/** Opens the app with both issuers and a mail server, reached over HTTP and SMTP. */
export async function openSignInApp({ hosts }: { hosts?: Hosts } = {}): Promise<SignInApp> {
  const port = await freePort('localhost')
  const own = `http://localhost:${port}`
  const site = hosts ? `http://${hosts.site}:${port}` : own
  const mail = await openMailSandbox()
  atEnd(() => mail.close())
  const deps = await testDeps({
    urls: { site, google: own + GOOGLE_MOUNT, apple: own + APPLE_MOUNT, smtp: mail.url },
  })
  if (hosts) {
    resolveHere(Object.values(hosts))
    deps.config.siteOrigins = [`http://${hosts.lat}:${port}`]
    deps.config.returnOrigins = [own]
  }
  const { google, apple } = deps.secrets
  if (!google || !apple) throw new Error('the sandbox has no keys')
  const oidc = await openOidcSandbox({
    origin: own,
    siteOrigins: [site, ...deps.config.siteOrigins],
    google,
    apple,
    clock: deps.clock,
  })
  const app = await buildApp(deps, [oidc.plugin, mail.plugin])
  await app.listen({ port, host: 'localhost' })
  atEnd(() => app.close())
  return {
    app,
    deps,
    clock: deps.clock,
    site,
    oidc: oidc.control,
    mail,
    ...jobsOf(deps),
  }
}

/** A page, or the address at which the browser was told to stop. */
export type Page = { url: URL; status: number; html: string }

type Cookie = { name: string; value: string; path: string; host: string }

/** A browser without a screen: cookies, redirects, forms, and pages that submit themselves. */
export class Browser {
  /** Cookies by name, path and host. */
  readonly cookies = new Map<string, Cookie>()
  readonly #stopAt: (url: URL) => boolean

  /** Redirects to an address for which `stopAt` is true are returned, not followed. */
  constructor(stopAt: (url: URL) => boolean) {
    this.#stopAt = stopAt
  }

  async open(address: string | URL, init: { body?: URLSearchParams } = {}): Promise<Page> {
    let url = new URL(address)
    let body = init.body
    for (let hop = 0; hop < 15; hop += 1) {
      const answer = await this.fetch(url, body ? { method: 'POST', body } : {})
      if (answer.status !== 307) body = undefined
      const location = answer.headers.get('location')
      if (answer.status >= 300 && answer.status < 400 && location) {
        url = new URL(location, url)
        if (this.#stopAt(url)) return { url, status: answer.status, html: '' }
        continue
      }
      const html = await answer.text()
      const form = selfSubmitting(html)
      if (!form) return { url, status: answer.status, html }
      url = new URL(form.action, url)
      body = form.fields
    }
    throw new Error('too many redirects')
  }

  /** Sends one request with this browser's cookies; redirects are not followed. */
  async fetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const { pathname, hostname } = url
    const cookie = [...this.cookies.values()]
      .filter((each) => each.host === hostname)
      .filter(({ path }) => path === '/' || `${pathname}/`.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) }
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) this.#keep(line, hostname)
    return answer
  }

  /** Presses the button with that value on a page with forms. */
  async press(page: Page, value: string): Promise<Page> {
    const at = page.html.indexOf(`value="${value}"`)
    if (at < 0) throw new Error(`no button ${value} on ${page.url.href} (${page.status})`)
    const before = page.html.slice(0, at)
    const action = /<form method="post" action="([^"]+)"/.exec(
      before.slice(before.lastIndexOf('<form')),
    )?.[1]
    const name = /name="([^"]+)" $/.exec(before)?.[1]
    if (!action || !name) throw new Error('the button is in no form')
    const body = new URLSearchParams({ [name]: value })
    return await this.open(new URL(unescapeHtml(action), page.url), { body })
  }

  #keep(line: string, host: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
    const expired = attributes.some((each) => /^\s*(max-age=0|expires=.*1970)/i.test(each))
    if (expired || value === '') this.cookies.delete(`${name} ${path} ${host}`)
    else this.plant({ name, value, path, host })
  }

  cookie(name: string): string | undefined {
    return [...this.cookies.values()].find((each) => each.name === name)?.value
  }

  plant(cookie: Cookie): void {
    this.cookies.set(`${cookie.name} ${cookie.path} ${cookie.host}`, cookie)
  }

  /** Copies the cookies of another browser. */
  copyCookies(from: Browser): void {
    for (const cookie of from.cookies.values()) this.plant(cookie)
  }
}

function selfSubmitting(html: string): { action: string; fields: URLSearchParams } | null {
  if (!html.includes('document.forms[0].submit()')) return null
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? ''
  const fields = new URLSearchParams()
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  for (const [, name = '', value = ''] of inputs) fields.set(name, unescapeHtml(value))
  return { action: unescapeHtml(action), fields }
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
