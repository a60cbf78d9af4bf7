// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, type Screen, settle } from '#test/screen.tsx'
import { waiting } from '#test/screen-answers.ts'

const TRIP = '01890000-0000-7000-8000-00000000dead'
const GATE = `/login?returnTo=${encodeURIComponent(`/trips/${TRIP}/book?from=a.1&to=a.3`)}`

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Mobile/22G86 Instagram 390.0.0.28.85 (iPhone14,7; es_CO)'
const FACEBOOK =
  'Mozilla/5.0 (Linux; Android 15; SM-A155M; wv) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/530.0.0.40.74;]'

function openIn(userAgent: string | null, path: string): Promise<Screen> {
  if (userAgent) {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    onTestFinished(() => agent.mockRestore())
  }
  return openScreen(path, { answers: path === GATE ? [waiting(api.trips.show)] : [] })
}

const buttons = (screen: Screen) =>
  screen
    .now()
    .getAllByRole('button')
    .map((each) => each.textContent)

describe.each([
  ['Instagram on an iPhone', INSTAGRAM, 'Safari'],
  ['Facebook on Android', FACEBOOK, 'Chrome'],
])('%s', (_app, userAgent, browser) => {
  it.each(['/login', '/signup', GATE])(
    'names the browser for Google instead of its button, with the link to copy, on %s',
    async (path) => {
      const screen = await openIn(userAgent, path)
      await screen.role('heading', `¿Entras con Google? Ábrelo en ${browser}`)
      expect(buttons(screen)).not.toContain('Google')
      expect(buttons(screen)).toContain('Apple')
      expect((await screen.label('Enlace de esta página')).value).toBe(location.origin + path)
      const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
      await screen.press('Copiar enlace')
      await screen.text(`Copiado. Ahora abre ${browser} y pégalo arriba.`)
      expect(copied).toHaveBeenCalledWith(location.origin + path)
      copied.mockRejectedValue(new Error('no clipboard'))
      await screen.press('Copiar enlace')
      await screen.text('No pudimos copiarlo. Mantén el dedo sobre el enlace y cópialo.')
      copied.mockRestore()
    },
  )

  it('offers a new account before the providers at the gate of a booking', async () => {
    const screen = await openIn(userAgent, GATE)
    const create = await screen.role('link', 'Crear cuenta')
    const apple = await screen.role('button', 'Apple')
    expect(create.compareDocumentPosition(apple)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})

it.each(['/login', '/signup', GATE])('has Google and Apple in a browser on %s', async (path) => {
  const screen = await openIn(null, path)
  const google = await screen.role('button', 'Google')
  await screen.role('button', 'Apple')
  if (path === GATE) {
    const create = await screen.role('link', 'Crear cuenta')
    expect(google.compareDocumentPosition(create)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
  await settle()
  expect(screen.now().queryByText(/Ábrelo en/)).toBeNull()
})
