// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { openScreen, settle, until } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

const TITLE = 'Tu cuenta está suspendida'
const routes = Object.values(api).flatMap((group) => Object.values<RouteDef>(group))
const driver = { ...ANA, roles: ['passenger' as const, 'driver' as const], balance: 0 }

/** What the server answers a suspended driver whose documents are approved. */
const suspended = [
  ...routes.map(failing),
  ...signedIn(driver),
  answers(api.conduct.mine, {
    ...{ standing: 'suspended', until: '2026-11-27T13:00:00.000Z' },
    ...{ sanctions: [], hearings: [], reports: [] },
  }),
  answers(api.verification.listDocuments, {
    ...{ documents: [], requirements: [], identityVerified: true, canPublish: false },
    photo: { url: null, state: 'missing', reason: null, dueOn: '2026-12-20' },
    ...{ selfieConsent: true, directMinBalance: 20_000 },
  }),
  answers(api.verification.listVehicles, { vehicles: [] }),
]

const said = new Set<string>()

it.each(['/wallet', '/my-trips?ver=conductor', '/publish', '/documents', '/profile'])(
  'a suspended driver reads one state, one text and one door on %s',
  async (path) => {
    const screen = await openScreen(path, { token: 'of-ana', answers: suspended })
    const title = await screen.text(TITLE)
    await settle()
    const main = await screen.within('main')
    const banner = title.parentElement?.parentElement
    said.add(banner?.textContent ?? '')
    expect([...said]).toHaveLength(1)
    const doors = main.now().getAllByRole('link', { name: 'Ver por qué' })
    expect(doors.map((link) => link.getAttribute('href'))).toEqual(['/conducta'])
    // Nothing else speaks of publishing, neither as an offer nor as a refusal.
    banner?.remove()
    await until(() => expect(main.now().queryByText(TITLE)).toBeNull())
    const rest = document.querySelector('main')?.textContent ?? ''
    const allowed = path === '/publish' ? rest.replace('Publicar viaje', '') : rest
    expect(allowed).not.toMatch(/puedes publicar|publicar (un )?viaje|publicar sin/i)
  },
)

it('says the same on Conducta, without the door that leads there', async () => {
  const screen = await openScreen('/conducta', { token: 'of-ana', answers: suspended })
  const text = (await screen.text(TITLE)).parentElement?.parentElement?.textContent
  expect([...said]).toEqual([`${text}Ver por qué`])
})
