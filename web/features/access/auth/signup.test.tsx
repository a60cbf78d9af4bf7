// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, type Screen, settle, until } from '#test/screen.tsx'
import { garbled, refuses, type StubbedAnswer } from '#test/screen-answers.ts'

// spec-coverage §2, §5, §8: the sign-up, word for word.

const { signup } = api.auth
const openSignup = (answers: StubbedAnswer[] = []): Promise<Screen> =>
  openScreen('/signup', { answers })

describe('a sign-up with the address of an account', () => {
  const fill = async (screen: Screen) => {
    await screen.user.type(await screen.label('Correo electrónico'), ' ana@correo.test ')
    await screen.user.type(await screen.label('Contraseña'), 'Río Cauca 33')
    await screen.user.click(await screen.role('checkbox', /mayor de 18 años/))
    await screen.press('Crear cuenta')
  }

  it.each([
    ['Iniciar sesión', '/login'],
    ['Recuperar mi cuenta', '/recuperar-cuenta'],
  ])('offers %s with the address filled in and the way back kept', async (link, path) => {
    const back = '/trips/1/book?from=a'
    const screen = await openScreen(`/signup?returnTo=${encodeURIComponent(back)}`, {
      answers: [refuses(signup, 'email_taken')],
    })
    await fill(screen)
    const alert = await screen.within('alert')
    await alert.text('Ya existe una cuenta con ese correo. Inicia sesión o recupera tu cuenta.')
    await screen.user.click(await alert.role('link', link))
    await until(() => {
      expect(location.pathname).toBe(path)
      const field = screen.now().getByLabelText<HTMLInputElement>('Correo electrónico')
      expect(field.value).toBe('ana@correo.test')
    })
    expect(new URLSearchParams(location.search).get('returnTo')).toBe(back)
    expect(location.search).not.toContain('ana')
  })
})

describe('the sign-up page /signup', () => {
  it('shows every field of the sign-up form, the Gmail hint and both providers', async () => {
    const screen = await openSignup()
    for (const name of ['Correo electrónico', 'Nombre de usuario', 'Número de identificación']) {
      await screen.role('textbox', new RegExp(`^${name}`))
    }
    await screen.role('textbox', /^Nombre(?! de)/)
    await screen.role('textbox', /^Apellido/)
    await screen.label('Contraseña')
    const type = await screen.label('Tipo de identificación')
    expect(type.value).toBe('CC')
    const options = [...type.querySelectorAll('option')].map(({ textContent }) => textContent)
    expect(options).toEqual([
      ...['Cédula de Ciudadanía', 'Cédula de Extranjería', 'Pasaporte'],
      'Permiso por Protección Temporal (PPT)',
    ])
    await screen.text(/nombre\.apellido@gmail\.com/)
    for (const name of ['Google', 'Apple']) await screen.role('button', name)
  })

  it('folds the optional data, keeps what was typed, and opens them at an error', async () => {
    const screen = await openSignup([refuses(signup, 'username_taken')])
    const fold = (await screen.text('Agregar más datos')).closest('details')
    const name = await screen.label(/^Nombre de usuario/)
    expect([fold?.open, fold?.contains(name)]).toEqual([false, true])
    for (const label of [/^Correo electrónico/, /^Contraseña/]) {
      expect(fold?.contains(await screen.label(label))).toBe(false)
    }
    await screen.user.type(name, 'a')
    await screen.user.type(await screen.label('Correo electrónico'), 'ana@correo.test')
    await screen.user.type(await screen.label('Contraseña'), 'Río Cauca 33')
    await screen.user.click(await screen.role('checkbox', /mayor de 18 años/))
    await screen.press('Crear cuenta')
    await screen.text('Usa entre 3 y 30 letras, números, puntos o guiones.')
    expect([fold?.open, document.activeElement]).toEqual([true, name])
    await screen.user.type(name, 'nita')
    if (fold) fold.open = false
    await screen.press('Crear cuenta')
    await until(() => expect(fold?.open).toBe(true))
    expect([screen.sent('POST /auth/signup'), name.value]).toEqual([
      expect.objectContaining({ username: 'anita' }),
      'anita',
    ])
  })

  it('says above the form what the person is publishing or booking', async () => {
    const screen = await openScreen('/signup?returnTo=%2Fpublish%3Ffrom%3Da')
    await screen.text('Estás publicando un viaje: al entrar sigues donde ibas.')
  })

  it('requires e-mail, password and an age over 18 at sign-up', async () => {
    const screen = await openSignup()
    await screen.press('Crear cuenta')
    for (const text of ['Escribe tu correo.', 'Crea una contraseña.', /^Acepta los términos/]) {
      await screen.text(text)
    }
    await settle()
    expect(screen.calls).toEqual([])
  })

  it.each([
    [
      409,
      'Ya existe una cuenta con ese correo.',
      garbled(signup, 409, {
        error: 'Ya existe una cuenta con ese correo.',
        code: 'username_taken',
      }),
    ],
    [500, 'Error al registrar usuario', garbled(signup, 500, 'roto')],
    [409, 'User already exists', garbled(signup, 409, { error: 'User already exists' })],
    [
      429,
      'Demasiados intentos de registro. Espera unos minutos antes de intentar de nuevo.',
      garbled(signup, 429, { error: 'email rate limit exceeded' }),
    ],
    [
      429,
      'Demasiados intentos de registro. Espera unos minutos antes de intentar de nuevo.',
      refuses(signup, 'rate_limited'),
    ],
  ])('shows why a sign-up failed with status %s', async (_, text, answer) => {
    const screen = await openSignup([answer])
    await screen.user.type(await screen.label('Correo electrónico'), 'falla@correo.test')
    await screen.user.type(await screen.label('Contraseña'), 'Río Cauca 33')
    await screen.user.click(await screen.role('checkbox', /mayor de 18 años/))
    await screen.press('Crear cuenta')
    await (await screen.within('alert')).text(text)
  })
})

it('shows the same sign-up fields at /create-user and /signup', async () => {
  const screen = await openScreen('/create-user')
  const labels = async () => {
    await screen.label('Tipo de identificación')
    const main = await screen.role('main')
    return [...main.querySelectorAll('label')].map(({ textContent }) => textContent)
  }
  const old = await labels()
  expect(old.length).toBeGreaterThan(7)
  await screen.open('/signup')
  expect(await labels()).toEqual(old)
})
