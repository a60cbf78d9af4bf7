// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { DocumentKind, OwnPhoto } from '#contract/verification.ts'
import { openRows } from '#test/open-rows.ts'
import { isDisabled, openScreen, until } from '#test/screen.tsx'
import { answers, waiting } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const id = '01890000-0000-7000-8000-000000000001'

const required = (kind: DocumentKind, state: State = 'missing') => ({
  ...{ kind, vehicleId: null, required: kind !== 'selfie', needsExpiry: kind === 'licence' },
  ...{ state, expiresOn: null, endsSoon: false, reason: null },
})

const sent = (status: State, i: number) => ({
  ...{ id: id.replace(/.$/, `${i + 2}`), kind: kinds[i] ?? 'soat', vehicleId: null, reason: null },
  ...{ status: status === 'approved' ? status : ('pending' as const), expiresOn: null },
  ...{ createdAt: '2026-11-20T12:00:00Z', hints: [], policy: null, paperEndsOn: null },
  hasPhoto: true,
})

const kinds: DocumentKind[] = ['identity_front', 'identity_back', 'licence', 'selfie']

const NONE: OwnPhoto = { url: null, state: 'missing', reason: null, dueOn: null }

type State = 'missing' | 'approved' | 'pending'

const open = (
  path: string,
  identityVerified = false,
  cars = 0,
  states: State[] = [],
  photo = NONE,
) =>
  openScreen(path, {
    token: 'token',
    answers: [
      ...signedIn(),
      answers(api.verification.listDocuments, {
        ...{ documents: states.map(sent), identityVerified },
        requirements: kinds.map((kind, i) => required(kind, states[i])),
        ...{ canPublish: false, selfieConsent: false, directMinBalance: 20_000 },
        photo,
      }),
      answers(api.verification.listVehicles, {
        vehicles: Array.from({ length: cars }, () => {
          const car = { plate: 'TVN365', brand: 'Kia', model: 'Rio', color: 'Verde', year: 2024 }
          return { id, ...car, seats: 5, verified: false }
        }),
      }),
      answers(api.verification.reviewTime, { medianMinutes: null }),
      answers(api.users.showWoman, {
        isWoman: false,
        isVerified: identityVerified,
        isLocked: false,
      }),
      answers(api.users.declareWoman, { isWoman: true, isVerified: false, isLocked: false }),
    ],
  })

const CARS = /carro|veh[ií]culo|SOAT|licencia|conduc|manej|placa|publicar/i

describe('the documents of a passenger', () => {
  it.each(['/documents', '/documents?para=identidad', '/documents?para=mujer'])(
    'asks an identity at %s, and nothing of cars',
    async (path) => {
      const screen = await open(path)
      await screen.title('Verifica tu identidad')
      await screen.text('Documento por el respaldo')
      await screen.text('0 de 2 listos')
      const main = document.querySelector('main')?.textContent ?? ''
      expect(main.match(CARS)?.[0] ?? null).toBeNull()
    },
  )

  it('asks a woman for her declaration on the same page, and leads back', async () => {
    const screen = await open('/documents?para=mujer&returnTo=%2Ftrips%2Fx%3Fseats%3D1')
    await screen.user.click(await screen.role('switch', /Soy mujer/))
    const back = await screen.role('link', 'Volver')
    expect(back.getAttribute('href')).toBe('/trips/x?seats=1')
    expect(screen.count('PUT /me/woman')).toBe(1)
  })

  it('keeps the focus in a switch while its change is saved, and sends one change', async () => {
    const screen = await open('/documents?para=mujer')
    screen.answer(waiting(api.users.declareWoman))
    const woman = await screen.role('switch', /Soy mujer/)
    await screen.user.click(woman)
    await until(() => expect(woman.getAttribute('aria-disabled')).toBe('true'))
    expect(isDisabled(woman)).toBe(false)
    await screen.user.click(woman)
    expect(screen.count('PUT /me/woman')).toBe(1)
  })

  it('leads back to no other site', async () => {
    const screen = await open('/documents?para=identidad&returnTo=https%3A%2F%2Fx.test')
    await screen.title('Verifica tu identidad')
    expect(screen.now().queryByRole('link', { name: 'Volver' })).toBeNull()
  })

  it('says that the identity is verified', async () => {
    const screen = await open('/documents?para=identidad', true)
    await screen.text('Tu identidad está verificada')
  })
})

describe('the documents of a driver', () => {
  it.each([
    ['/documents?para=conductor', 0],
    ['/documents', 1],
  ])('asks for the licence and the car at %s with %s cars', async (path, cars) => {
    const screen = await open(path, false, cars)
    await screen.title('Mis documentos')
    await screen.text('Licencia de conducción')
    await screen.text(cars ? 'Kia Rio' : 'Falta tu vehículo')
  })

  it('names the one missing document with its own button, and folds the others', async () => {
    const states: State[] = ['approved', 'pending', 'missing']
    const photo = { url: '/foto', state: 'set' as const, reason: null, dueOn: null }
    const screen = await open('/documents?para=conductor', false, 1, states, photo)
    await screen.title('Te falta tu licencia de conducción')
    await screen.text('1 de 3 listos')
    await screen.text('Tomar foto')
    const main = () => document.querySelector('main')?.textContent ?? ''
    expect(main()).not.toMatch(/Tomar las fotos una por una|Documento por el (frente|respaldo)/)
    await screen.text('1 aprobado')
    await screen.text('1 en revisión')
    await openRows()
    await screen.text('Documento por el frente')
    await screen.text('Documento por el respaldo')
  })

  it('says nothing of one missing document while the car is missing too', async () => {
    const photo = { url: '/foto', state: 'set' as const, reason: null, dueOn: null }
    const states: State[] = ['approved', 'approved', 'missing']
    const screen = await open('/documents?para=conductor', true, 0, states, photo)
    await screen.text('Falta tu vehículo')
    await screen.title('Mis documentos')
  })
})
