// A person at a window: opens, presses, types and sees by role, label and text.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineFault, type EngineWindow, type Name, type Place } from './engine.ts'

const PATIENCE_MS = 30_000
const STEP_MS = 150

/** The same queries as in the tests of screens, for every engine. */
const queries = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)

/** Finds visible elements; the arguments are places, each inside the one before. */
const FIND = `
  const name = (value) => value && value.source !== undefined
    ? new RegExp(value.source, value.flags) : value
  const inside = (root, { role, label, text, ...rest }) => {
    const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom
    if (role) return queryAllByRole(root, role, rest.name ? { name: name(rest.name) } : {})
    if (label) return queryAllByLabelText(root, name(label))
    return queryAllByText(root, name(text), { ignore: 'script, style, noscript' })
  }
  const isShown = (element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  let found = [document.body]
  for (const place of [...arguments]) found = found.flatMap((root) => inside(root, place))
  found = [...new Set(found)].filter(isShown)
  const [first] = found
`

/** True when the element has stayed for two looks, and a press at its centre would reach it. */
const IS_STILL = `
  if (!first || first.disabled) return false
  first.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = first.getClientRects()[0]
  const before = window.lastBox
  window.lastBox = [x, y, width, height].join()
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  return before === window.lastBox && hit !== null &&
    (first.contains(hit) || hit.closest('label')?.control === first)
`

const isLoaded = 'return typeof TestingLibraryDom'

type Sent = Record<string, unknown>

/** A place as JSON: a RegExp becomes its source and flags. */
function sent(place: Place): Sent {
  const plain = (value: unknown) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value
  return Object.fromEntries(Object.entries(place).map(([key, value]) => [key, plain(value)]))
}

const written = (places: Place[]): string =>
  places
    .map((place) => Object.entries(place).map(([key, value]) => `${key} ${value}`))
    .join(' inside ')

export class Person {
  readonly window: EngineWindow
  private readonly site: string
  private readonly within: Place[]

  /** @param site the address of the tested site; `within`: places that `in` was called with */
  constructor(window: EngineWindow, site: string, within: Place[] = []) {
    this.window = window
    this.site = site
    this.within = within
  }

  /** The same person, who looks only inside this place. */
  in(place: Place): Person {
    return new Person(this.window, this.site, [...this.within, place])
  }

  /** Opens a path, and waits until the code of the app handles its buttons. */
  async open(path: string): Promise<void> {
    await this.window.goto(this.site + path)
    await this.until('the app to start', `return !('earlyPress' in window)`)
  }

  async see(place: Place): Promise<void> {
    await this.find(place, 'return found.length > 0')
  }

  /** Waits until this is gone. */
  async miss(place: Place): Promise<void> {
    await this.find(place, 'return found.length === 0')
  }

  /** The text of the first such element. */
  async read(place: Place): Promise<string> {
    return await this.find<string>(place, 'return first ? first.textContent : null')
  }

  async press(role: string, name: Name): Promise<void> {
    await this.click({ role, name })
  }

  async click(place: Place): Promise<void> {
    await this.find(place, IS_STILL)
    await this.window.click(`${FIND}; return first`, ...this.places(place))
  }

  /** Replaces the text of a field. */
  async type(label: Name, text: string): Promise<void> {
    const place = { label }
    const focus = `if (!first || first.disabled) return false
      first.scrollIntoView({ block: 'center', behavior: 'instant' })
      first.focus()
      first.select?.()
      return true`
    await this.find(place, focus)
    await this.window.keys(text)
  }

  /** Sets a value as the picker of the system does: a date, a time, an option. */
  async set(label: Name, value: string): Promise<void> {
    const body = `if (!first) return false
      const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(first), 'value').set
      setter.call(first, ${JSON.stringify(value)})
      const tell = (type) => first.dispatchEvent(new Event(type, { bubbles: true }))
      tell('input')
      tell('change')
      return true`
    await this.find({ label }, body)
  }

  /** Types into a field of places and chooses the first match. */
  async choosePlace(label: string, typed: string, option: RegExp): Promise<void> {
    await this.click({ role: 'combobox', name: label })
    await this.window.keys(typed)
    await this.press('option', option)
  }

  /** Waits until the path fits; returns the address. */
  async at(path: RegExp): Promise<string> {
    const body = `const path = location.pathname + location.search
      return new RegExp(${JSON.stringify(path.source)}).test(path) && location.href`
    return await this.until(`the path ${path}`, body)
  }

  /** Signed in without the form: the token is stored as the login stores it. */
  async enterAs({ token }: { token: string }): Promise<void> {
    await this.window.goto(`${this.site}/robots.txt`)
    await this.window.run(`localStorage.setItem('auth_token', arguments[0])`, token)
  }

  /** Waits for the service worker with its cache. Returns false where the engine has none. */
  async worksOffline(): Promise<boolean> {
    const body = `if (!navigator.serviceWorker) return 'none'
      const late = new Promise((resolve) => setTimeout(resolve, 1000, false))
      const ready = navigator.serviceWorker.ready
      return Promise.race([late, ready.then(({ active }) => active?.state === 'activated')])`
    return (await this.until('a service worker', body)) !== 'none'
  }

  private places(place: Place): Sent[] {
    return [...this.within, place].map(sent)
  }

  private find<T = true>(place: Place, body: string): Promise<T> {
    const what = written([...this.within, place].reverse())
    return this.until(what, `${FIND}; ${body}`, ...this.places(place))
  }

  /** Repeats a script until its value is true or a text; a navigation between tries is no error. */
  private async until<T>(what: string, body: string, ...values: unknown[]): Promise<T> {
    const end = performance.now() + PATIENCE_MS
    for (let last = ''; ; ) {
      try {
        if ((await this.window.run<string>(isLoaded)) !== 'object') await this.window.run(queries)
        const value = await this.window.run<T>(body, ...values)
        if (value || value === '') return value
      } catch (error) {
        if (error instanceof EngineFault) throw error
        last = `; ${error}`
      }
      if (performance.now() > end)
        throw new Error(`There is no ${what}${last}\n${await this.seen()}`)
      await sleep(STEP_MS)
    }
  }

  /** Address and text of the page, for the message of a failure. */
  private async seen(): Promise<string> {
    const body = `return location.href + '\\n' + document.body.innerText.slice(0, 1500)`
    return await this.window.run<string>(body).catch((error: unknown) => String(error))
  }
}
