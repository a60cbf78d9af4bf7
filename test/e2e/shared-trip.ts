import type { Browser, Page } from 'playwright-core'
import type { WatchedPage } from './browser.ts'
import { SIZES } from './shots.ts'
import type { TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

/** Creates a link for a person on a ticket. Returns its address. */
export async function shareWith(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: /^Compartir( dónde voy| mi viaje)?$/ }).click()
  await page.getByLabel('¿Con quién?').fill(name)
  await page.getByRole('button', { name: 'Crear enlace' }).click()
  await page.getByText(`Enlace para ${name}`).waitFor()
  await page.getByRole('button', { name: 'Enviar el enlace' }).click()
  const whatsapp = await page
    .getByRole('link', { name: 'WhatsApp', exact: true })
    .getAttribute('href')
  // The sheet of the link lies over the sheet of the trip.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Enviar el enlace' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Dejar de compartir con ${name}` }).waitFor()
  const text = new URL(whatsapp ?? '').searchParams.get('text') ?? ''
  return /https?:\S+$/.exec(text)?.[0] ?? ''
}

/** Shares the position of a phone that stands at this place. */
export async function showWhere(
  page: Page,
  at: { latitude: number; longitude: number },
): Promise<void> {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ ...at, accuracy: 20 })
  await page.getByRole('button', { name: 'Mostrar dónde estoy' }).click()
  await page.getByText('Compartes tu posición').waitFor()
}

type Follower = {
  page: Page
  watched: WatchedPage
  /** Goes offline and online again. */
  loseNetwork(): Promise<void>
  /** Requests whose address or Referer contains the secret of the link. */
  leaks(): string[]
}

/** Opens the link in a browser without an account. */
export async function followShared(
  browser: Browser,
  site: TestSite,
  link: string,
): Promise<Follower> {
  const watched = await usedPage(browser, { ...SIZES.phone, site })
  const { page } = watched
  page.setDefaultTimeout(20_000)
  const secret = new URL(link).hash.slice(1)
  const leaked: string[] = []
  page.on('request', (request) => {
    const { referer = '' } = request.headers()
    // Chromium reports the address with its fragment, which it does not send.
    const sent = request.url().split('#')[0] ?? ''
    if ([sent, referer].some((text) => text.includes(secret))) leaked.push(request.url())
  })
  await page.goto(link)
  return {
    page,
    watched,
    async loseNetwork() {
      await page.context().setOffline(true)
      await page.getByText(/Sin conexión · a las/).waitFor()
      await page.context().setOffline(false)
    },
    leaks: () => leaked,
  }
}
