// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { User } from '#contract/auth.ts'
import { profileSections } from '#contract/web-pages.ts'
import { openScreen, type Screen, until } from '#test/screen.tsx'
import { answers, garbled, refuses, waiting } from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'

type Papers = z.input<(typeof api.verification.listDocuments)['ok']>
type PaperState = Papers['requirements'][number]['state']

const papers = (states: readonly PaperState[]): Papers => ({
  documents: [],
  requirements: (['identity_front', 'identity_back'] as const).map((kind, at) => ({
    ...{ kind, vehicleId: null, required: true, needsExpiry: false, expiresOn: null },
    ...{ state: states[at] ?? 'missing', endsSoon: false, reason: null },
  })),
  identityVerified: false,
  canPublish: false,
  photo: { url: null, state: 'missing', reason: null, dueOn: null },
  selfieConsent: false,
  directMinBalance: 20_000,
})

const openProfile = (path: string, user: User = ANA): Promise<Screen> =>
  openScreen(path, {
    token: 'of-ana',
    answers: [
      ...signedIn(user),
      answers(api.verification.listDocuments, papers(['missing', 'missing'])),
      answers(api.auth.sessions, { sessions: [] }),
      answers(api.oauth.identities, { offered: [], identities: [] }),
      answers(api.users.showWoman, { isWoman: false, isVerified: false, isLocked: false }),
      answers(api.blocks.list, { people: [] }),
    ],
  })

describe('passwords', () => {
  const LONG = 'Clave que mi gestor hizo: áéñ 漢字 '.padEnd(64, 'x')

  async function expectManaged({ user }: Screen): Promise<void> {
    const read = () => [...document.querySelectorAll<HTMLInputElement>('input[type=password]')]
    await until(() => expect(read()).not.toHaveLength(0))
    for (const field of read()) {
      expect(field.autocomplete).toMatch(/^(current|new)-password$/)
      expect(field.getAttribute('maxlength')).toBeNull()
      await user.click(field)
      await user.paste(LONG)
      expect(field.value).toBe(LONG)
    }
  }

  it('hides typed passwords, accepts pasted ones, and supports password managers', async () => {
    const screen = await openProfile('/profile/contrasena')
    await expectManaged(screen)
    await screen.open('/profile/correo')
    await expectManaged(screen)
    localStorage.clear()
    for (const path of ['/login', '/signup', '/create-user']) {
      await screen.open(path)
      await expectManaged(screen)
    }
  })
})

it('saves the data of the profile', async () => {
  const screen = await openProfile('/profile/datos')
  const change = async (label: string, value: string) => {
    const field = await screen.label(label)
    await screen.user.clear(field)
    await screen.user.type(field, value)
  }
  await change('Nombre de usuario', 'elena7')
  await change('Celular', '300 765 4321')
  await change('Número de identificación', '10204799')
  const saved: User = {
    ...ANA,
    username: 'elena7',
    profile: {
      ...ANA.profile,
      phone_number: '+573007654321',
      identification_type: 'CC',
      identification_number: '10204799',
    },
  }
  screen.answer(answers(api.users.updateMe, { user: saved }), answers(api.auth.me, { user: saved }))
  await screen.press('Guardar mis datos')
  await screen.text('Guardamos tus datos.')
  expect(screen.sent('PATCH /users/me')).toEqual({
    username: 'elena7',
    phone_number: '+573007654321',
    identification_type: 'CC',
    identification_number: '10204799',
  })
  await screen.text('Cédula de Ciudadanía 10204799')
  expect((await screen.label('Celular')).value).toBe('300 765 4321')
  expect(screen.now().queryByLabelText('Número de identificación')).toBeNull()
})

it('takes no letters that the saved data would replace while it saves', async () => {
  const screen = await openProfile('/profile/datos')
  const name = await screen.label('Nombre de usuario')
  await screen.user.clear(name)
  await screen.user.type(name, 'elena7')
  screen.answer(waiting(api.users.updateMe))
  await screen.press('Guardar mis datos')
  await screen.role('button', 'Guardando…')
  await screen.user.type(name, 'x')
  expect(name.value).toBe('elena7')
})

it('focuses the first field of which the server says what is wrong', async () => {
  const screen = await openProfile('/profile/datos')
  await screen.user.type(await screen.label('Número de identificación'), '10204799')
  const fields = { username: 'Ese nombre no.', identification_number: 'Ese documento no.' }
  const refusal = { error: 'Revisa los datos.', code: 'invalid_request', fields, requestId: 'r1' }
  screen.answer(garbled(api.users.updateMe, 400, refusal))
  await screen.press('Guardar mis datos')
  await screen.text('Ese documento no.')
  const name = await screen.label('Nombre de usuario')
  await until(() => expect(document.activeElement).toBe(name))
})

it('asks for the password before it changes the address of a person without one', async () => {
  const screen = await openProfile('/profile/correo')
  await screen.press('Entro con Google o Apple')
  await screen.user.type(await screen.label('Correo nuevo'), 'otra.ana@correo.test')
  screen.answer(
    refuses(api.auth.changeEmail, 'step_up_required'),
    refuses(api.auth.stepUpCode, 'step_up_password'),
    refuses(api.auth.stepUp, 'wrong_password'),
  )
  await screen.press('Cambiar correo')
  const dialog = await screen.within('dialog', 'Confirma que eres tú')
  const password = await dialog.label('Tu contraseña')
  await screen.user.type(password, 'no es esta 1')
  await screen.press('Confirmar')
  await dialog.role('alert')
  screen.answer(
    answers(api.auth.stepUp, { message: 'Listo.' }),
    answers(api.auth.changeEmail, { message: 'Te enviamos un mensaje.' }),
  )
  await screen.user.clear(password)
  await screen.user.type(password, 'Sumapaz al alba 7')
  await screen.press('Confirmar')
  await screen.text('Te enviamos un mensaje.')
  expect(screen.now().queryByRole('dialog')).toBeNull()
  expect(screen.sent('POST /auth/change-email')).toEqual({ email: 'otra.ana@correo.test' })
  const changed = { ...ANA, email: 'otra.ana@correo.test' }
  screen.answer(
    answers(api.auth.confirmCode, { message: 'Tu correo cambió.' }),
    answers(api.auth.me, { user: changed }),
  )
  await screen.user.type(await screen.label('Código del correo'), '482913')
  await screen.press('Confirmar')
  await screen.text('otra.ana@correo.test')
  expect(screen.sent('POST /auth/mail-code')).toEqual({ which: 'change', code: '482913' })
  expect(screen.now().queryByLabelText('Código del correo')).toBeNull()
})

describe('a session that ended elsewhere', () => {
  const WHY = 'Cerraste todas las sesiones (vie, 20 de nov, 8:00 a. m.). Inicia sesión de nuevo.'

  /** Types a phone number; the server has ended the session when it is saved. */
  async function endedWhileTyping() {
    const screen = await openProfile('/profile/datos')
    const field = await screen.label('Celular')
    await screen.user.clear(field)
    await screen.user.type(field, '300 111 2233')
    screen.answer(refuses(api.users.updateMe, 'unauthenticated'))
    screen.answer(refuses(api.auth.refresh, 'unauthenticated', { error: WHY }))
    await screen.press('Guardar mis datos')
    const dialog = await screen.within('dialog', 'Tu sesión se cerró')
    await dialog.text(`${WHY} Así sigues donde ibas: lo que escribiste está aquí.`)
    return { screen, dialog }
  }

  it('leaves the screen when another person signs in', async () => {
    const { screen, dialog } = await endedWhileTyping()
    const other = { ...ANA, id: '01890000-0000-7000-8000-0000000000a2', email: 'otra@correo.test' }
    const tokens = { access_token: 'of-another', expires_at: 1_900_000_000 }
    screen.answer(
      answers(api.auth.login, { ...tokens, user: other }),
      answers(api.auth.me, { user: other }),
      ...walletAnswers,
    )
    const email = await dialog.label('Correo electrónico')
    await screen.user.clear(email)
    await screen.user.type(email, other.email)
    await screen.user.type(await dialog.label('Contraseña'), 'Sumapaz al alba 7')
    await screen.press('Seguir')
    await until(() => expect(location.pathname).toBe('/wallet'))
  })

  it('leaves the screen when the dialog is closed', async () => {
    const { screen, dialog } = await endedWhileTyping()
    await screen.user.click(await dialog.role('button', 'Cerrar'))
    await until(() => expect(location.href).toMatch(/\/login\?returnTo=%2Fprofile%2Fdatos/))
    await screen.text(WHY)
  })
})

const lines = () =>
  [...document.querySelectorAll('ul[aria-label="Mi cuenta"] > li')].map((each) => each.textContent)

describe('"Mi cuenta"', () => {
  it('says who the person is, what is missing, and nothing of cars to a passenger', async () => {
    const screen = await openProfile('/profile')
    await screen.title('Ana Díaz')
    await until(() => expect(lines()[0]).toBe('IdentidadToma 2 fotosFalta'))
    expect(lines().map((line) => line?.replaceAll('\u00a0', ' '))).toEqual([
      'IdentidadToma 2 fotosFalta',
      'Billetera$ 12.000',
      'Tus datosFalta: celular, documento',
      'Seguridadclave y contactos',
      'Por dónde me avisan',
      'Para viajarcupos, opiniones',
      'Recompensas',
      'Ayuda y soporte',
      'Cerrar Sesión',
    ])
    const { now } = await screen.within('main')
    expect(now().queryByText(/carro|vehículo|conducir/i)).toBeNull()
    const help = await screen.within('list', 'Mi cuenta')
    expect((await help.role('link', 'Ayuda y soporte')).getAttribute('href')).toBe('/soporte')
  })

  it('shows a verified driver one row of driving, and no identity', async () => {
    const { profile } = ANA
    const driver: User = {
      ...ANA,
      roles: ['passenger', 'driver'],
      profile: {
        ...profile,
        verification: true,
        phone_number: '+573001112233',
        identification_number: '1',
      },
    }
    const screen = await openProfile('/profile', driver)
    await screen.text('Verificado')
    expect(lines()).toContain('Para conducirdocumentos, carros')
    expect(lines()).toContain('Tus datosFalta: foto')
    expect(lines().join()).not.toContain('Identidad')
    await screen.open('/profile/conducir')
    const { role } = await screen.within('list', 'Para conducir')
    await role('link', 'Mis documentos')
    await role('link', 'Mis vehículos')
    await role('link', 'Ganancias')
  })

  it.each([
    [['pending', 'approved'], 'IdentidadTe avisaremosEn revisión'],
    [['rejected', 'approved'], 'IdentidadEnvía otra fotoRechazada'],
    [['missing', 'pending'], 'IdentidadToma 1 fotoFalta'],
  ] satisfies [PaperState[], string][])(
    'says of documents that are %j what is to do',
    async (states, line) => {
      const screen = await openProfile('/profile')
      screen.answer(answers(api.verification.listDocuments, papers(states)))
      await screen.open('/profile')
      await until(() => expect(lines()[0]).toBe(line))
    },
  )

  it('ends the session', async () => {
    const screen = await openProfile('/profile')
    screen.answer(answers(api.auth.logout, { message: 'Listo.' }))
    const rows = await screen.within('list', 'Mi cuenta')
    await screen.user.click(await rows.role('button', 'Cerrar Sesión'))
    await until(() => expect(localStorage.getItem('auth_token')).toBeNull())
  })
})

describe('the pages under "Mi cuenta"', () => {
  it.each(profileSections)('has a page %s, to which the earlier address leads', async (section) => {
    const screen = await openProfile(`/profile#${section}`)
    await until(() => expect(location.pathname).toBe(`/profile/${section}`))
    expect(location.hash).toBe('')
    await until(() => expect(document.querySelector('main h1')?.textContent).toBeTruthy())
    const [back] = (await screen.within('main')).now().getAllByRole('link')
    expect(back?.textContent).toMatch(/^(Mi cuenta|Seguridad|Para viajar)$/)
  })

  it('leads an unknown page to "Mi cuenta"', async () => {
    const screen = await openProfile('/profile/otra')
    await screen.title('Ana Díaz')
    expect(location.pathname).toBe('/profile')
  })
})
