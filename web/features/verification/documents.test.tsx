// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { DocumentKind } from '#contract/verification.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const id = '01890000-0000-7000-8000-000000000001'

const required = (kind: DocumentKind) => ({
  ...{ kind, vehicleId: null, required: kind !== 'selfie', needsExpiry: kind === 'licence' },
  ...{ state: 'missing' as const, expiresOn: null, endsSoon: false, reason: null },
})

const kinds: DocumentKind[] = ['identity_front', 'identity_back', 'licence', 'selfie']

const open = (path: string, identityVerified = false, cars = 0) =>
  openScreen(path, {
    token: 'token',
    answers: [
      ...signedIn(),
      answers(api.verification.listDocuments, {
        ...{ documents: [], requirements: kinds.map(required), identityVerified },
        ...{ canPublish: false, selfieConsent: false, directMinBalance: 20_000 },
        photo: { url: null, state: 'missing', reason: null, dueOn: null },
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
      await screen.text('Cédula por el respaldo')
      await screen.text(/Faltan por subir: Cédula por el frente, Cédula por el respaldo\./)
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
})
