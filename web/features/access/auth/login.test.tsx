// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { messageOf } from '#contract/errors.ts'
import { isDisabled, openScreen, type Screen, settle, until } from '#test/screen.tsx'
import {
  answers,
  failing,
  garbled,
  refuses,
  type StubbedAnswer,
  waiting,
} from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'

// spec-coverage §2, §4, §5, §8: the login, word for word.

const { login, recover, debugUser } = api.auth
const checked = answers(debugUser, { message: 'Puedes recuperar tu cuenta.' })

const openLogin = (stubbed: StubbedAnswer[] = [], search = ''): Promise<Screen> =>
  openScreen(`/login${search}`, { answers: stubbed })

async function logIn({ label, press, user }: Screen): Promise<void> {
  await user.type(await label('Correo electrónico'), 'nadie@correo.test')
  await user.type(await label('Contraseña'), 'no es esta')
  await press('Iniciar sesión')
}

const alertText = async (screen: Screen, text: string | RegExp) =>
  await (await screen.within('alert')).text(text)

describe('the login page /login', () => {
  it('shows login form, both providers, link to sign-up and support hint at /login', async () => {
    const screen = await openLogin()
    await screen.title('Iniciar sesión')
    const main = await screen.within('main')
    await main.role('link', 'Crear cuenta')
    await main.role('link', /^soporte@/)
    for (const name of ['Google', 'Apple']) await main.role('button', name)
    await settle()
    expect(screen.now().queryByText(/Qué bueno verte de nuevo/)).toBeNull()
    expect(screen.now().queryByRole('region', { name: 'Recuperar cuenta' })).toBeNull()
  })

  it('deletes a stored token that the server does not know', async () => {
    const unknown = [api.auth.me, api.auth.refresh].map((call) => refuses(call, 'unauthenticated'))
    await openScreen('/wallet', { token: 'viejo', answers: [...signedIn(), ...unknown] })
    await until(() => expect(location.pathname).toBe('/login'))
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('counts a refusal with a sentence and without a code as wrong credentials', async () => {
    const screen = await openLogin([garbled(login, 401, { error: 'Invalid credentials' }), checked])
    await logIn(screen)
    await alertText(screen, /^Usuario o contraseña incorrectos\. Si acabas de registrarte/)
    await screen.within('region', 'Recuperar cuenta')
  })

  it.each([
    [429, 'Espera (rate limit).', 'Espera (rate limit).'],
    [500, 'roto', 'Error de red o servidor. Intenta nuevamente.'],
  ])('shows a failed login of status %s without a code', async (status, error, text) => {
    const screen = await openLogin([garbled(login, status, { error })])
    await logIn(screen)
    await alertText(screen, text)
  })

  it.each([
    ['Error al recuperar la cuenta: Ya no.', garbled(recover, 400, { error: 'Ya no.' })],
    [
      `Error al recuperar la cuenta: ${messageOf('rate_limited')}`,
      refuses(recover, 'rate_limited'),
    ],
    ['Error al procesar la solicitud. Intenta nuevamente.', failing(recover)],
  ])('shows why a recovery failed: %s', async (text, answer) => {
    const screen = await openLogin([refuses(login, 'bad_credentials'), checked, answer])
    await logIn(screen)
    const box = await screen.within('region', 'Recuperar cuenta')
    await screen.user.type(await box.label('Contraseña nueva'), 'Río Sinú 44')
    await screen.press('Recuperar mi cuenta')
    await box.text(text)
    await box.role('alert')
  })

  it.each(['oauth_failed', 'bootstrap_failed', 'oauth_error', 'cualquier cosa'])(
    'explains the login error %s in a sentence',
    async (code) => {
      const screen = await openLogin([], `?error=${encodeURIComponent(code)}`)
      const said = await screen.role('alert')
      expect(said.textContent).toMatch(/\.$/)
      expect(said.textContent).not.toContain(code)
    },
  )

  it('shows no text from a link on the login page', async () => {
    const planted = encodeURIComponent('Llama ya al 300 000 0000')
    const screen = await openLogin([], `?error=${planted}`)
    await alertText(screen, /No pudimos completar/)
    expect(document.body.textContent).not.toContain('300 000 0000')
  })

  it('reports on the login page that the network is gone', async () => {
    const check = Promise.withResolvers<StubbedAnswer>()
    const screen = await openLogin([
      refuses(login, 'bad_credentials'),
      waiting(debugUser, check.promise),
    ])
    await logIn(screen)
    // The refusal does not wait for the check.
    await alertText(screen, /Si acabas de registrarte, ya puedes iniciar sesión\./)
    check.resolve(failing(debugUser))
    await alertText(screen, 'Usuario o contraseña incorrectos.')
    screen.answer(failing(login))
    await screen.press('Iniciar sesión')
    await alertText(screen, 'Error de red o servidor. Intenta nuevamente.')
  })
})

it.each([
  ['/login', 'Google', '', 'No se pudo iniciar sesión con Google'],
  ['/login', 'Apple', '', 'No se pudo iniciar sesión con Apple'],
  ['/signup', 'Google', '', 'No se pudo iniciar registro con Google'],
  ['/signup', 'Apple', '', 'No se pudo iniciar registro con Apple'],
  ['/login', 'Google', 'Sin espacio.', 'Sin espacio.'],
])('says at %s why the sign-in with %s did not start: "%s"', async (path, name, why, text) => {
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
    throw new Error(why)
  })
  const screen = await openScreen(path)
  await (await screen.within('main')).role('button', name)
  await screen.press(name)
  await alertText(screen, text)
  random.mockRestore()
})

it('disables the forms and says why when cookies are blocked', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  const screen = await openLogin()
  await screen.text(
    'Tu navegador está bloqueando las cookies. Actívalas para iniciar sesión correctamente.',
  )
  const main = await screen.within('main')
  for (const name of ['Iniciar sesión', 'Google', 'Apple']) {
    expect(isDisabled(await main.role('button', name))).toBe(true)
  }
  await screen.open('/signup')
  await screen.text('Tu navegador bloquea las cookies. Actívalas para continuar.')
  expect(isDisabled(await screen.role('button', 'Crear cuenta'))).toBe(true)
})

describe('a return address outside the site', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:/evil.example',
    'https://evil.example',
    'https://localhost@evil.example/',
    '/\r\nLocation: https://evil.example',
    'javascript:alert(document.domain)',
    '/\t/evil.example',
  ])('does not follow the return address %j after login', async (returnTo) => {
    const tokens = { access_token: 'of-ana', expires_at: 1_900_000_000 }
    const entered = [...signedIn(), ...walletAnswers, answers(login, { ...tokens, user: ANA })]
    const screen = await openLogin(entered, `?returnTo=${encodeURIComponent(returnTo)}`)
    await logIn(screen)
    await until(() => expect(location.href).toBe(`${location.origin}/wallet`))
  })
})

describe('the accounts of a demonstration on the login page', () => {
  const account = {
    email: 'pasajera@demo.cupo.co',
    role: 'pasajera',
    name: 'Laura Moreno',
    note: 'dos viajes pasados',
  }
  /** Answers the list, which is no call of the contract; all else as the screen does. */
  function offer(list: Response): string[] {
    const asked: string[] = []
    const other = globalThis.fetch
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input) !== '/sandbox/demo') return other(input, init)
      asked.push(String(input))
      return list
    })
    return asked
  }
  const setCookie = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in this DOM.
    document.cookie = 'cupo_demo=1; path=/'
  }

  it('signs in with one press each, back to where the person was', async () => {
    const screen = await openLogin()
    setCookie()
    offer(Response.json([account]))
    await screen.open('/login?returnTo=%2Falerts')
    const button = await screen.role('button', 'Laura Moreno · pasajera')
    expect(button).toMatchObject({ name: 'email', value: account.email, type: 'submit' })
    const form = button.closest('form')
    expect([form?.method, form?.getAttribute('action')]).toEqual([
      'post',
      '/sandbox/demo?returnTo=%2Falerts',
    ])
    await screen.text('dos viajes pasados')
  })

  it('shows nothing where the server has no list, and asks only with its cookie', async () => {
    const screen = await openLogin()
    const asked = offer(Response.json({ code: 'not_found' }, { status: 404 }))
    await screen.open('/login')
    await settle()
    expect(asked).toEqual([])
    setCookie()
    await screen.open('/login')
    await until(() => expect(asked).toEqual(['/sandbox/demo']))
    await settle()
    expect(screen.now().queryByText('Cuentas de demostración')).toBeNull()
  })
})
