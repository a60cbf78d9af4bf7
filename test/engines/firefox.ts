// Firefox by WebDriver BiDi.
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { type Engine, type EngineWindow, orFault } from './engine.ts'

/** Errors of a script of the page, and not of the driver. */
const OF_PAGE = /is not clickable|detached|no such node|Execution context|Cannot find context/

async function guarded<T>(what: string, call: () => Promise<T>): Promise<T> {
  return await orFault(what, async () => {
    try {
      return { value: await call() }
    } catch (error) {
      if (error instanceof Error && OF_PAGE.test(error.message)) return { error }
      throw error
    }
  }).then((answer) => {
    if ('error' in answer) throw answer.error
    return answer.value
  })
}

export async function openFirefox(program: string): Promise<Engine> {
  const browser = await orFault('Firefox did not start', () =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: program,
      headless: true,
      defaultViewport: { width: 1280, height: 900 },
      env: { ...process.env, TZ: 'America/Bogota' },
      extraPrefsFirefox: { 'intl.accept_languages': 'es-CO' },
    }),
  )
  const open = async (): Promise<EngineWindow> => {
    const context = await orFault('a new window', () => browser.createBrowserContext())
    const page = await orFault('a new window', () => context.newPage({ type: 'window' }))
    const bodyOf = (body: string) => `(function () { ${body} })`
    const call = (body: string, values: unknown[]) =>
      `${bodyOf(body)}.apply(null, ${JSON.stringify(values)})`
    return {
      goto: async (url) => void (await guarded(url, () => page.goto(url, { waitUntil: 'load' }))),
      run: async <T>(body: string, ...values: unknown[]) =>
        (await guarded('a script', () => page.evaluate(call(body, values)))) as T,
      click: (body, ...values) =>
        guarded('a click', async () => {
          const found = await page.evaluateHandle(call(body, values))
          await (found.asElement() as ElementHandle<Element>).click()
        }),
      keys: (text) => guarded('keys', () => page.keyboard.type(text)),
      close: () => context.close(),
    }
  }
  return { open, close: () => browser.close() }
}
