// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { BoardingManifest, BoardingPassenger } from '#contract/boarding.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { openRows } from '#test/open-rows.ts'
import { openScreen, type Screen, settle, until } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { booking } from '#test/screen-tickets.ts'

const tripId = '01890000-0000-7000-8000-0000000000c1'
const bookingId = '01890000-0000-7000-8000-000000000010'
const NONCE = '01890000-0000-7000-8000-000000000099'
const iso = (clock: string) => new Date(`2026-11-20T${clock}:00-05:00`).toISOString()

const camila: BoardingPassenger = {
  ...{ bookingId, generation: 1, name: 'Camila O.', seats: 1, price: 80_000 },
  ...{ from: { name: 'Bogotá', at: iso('09:00') }, to: { name: 'Cali', at: iso('17:00') } },
  ...{ paymentMode: 'billetera', status: 'confirmed', aboardSaid: null, checkedInAt: null },
  ...{ validFrom: iso('06:00'), validUntil: iso('20:00') },
}

const manifest: BoardingManifest = {
  ...{ tripId, cancelled: false, departsAt: iso('09:00'), passengers: [camila], revoked: [] },
  ...{ conflicts: [], serverTime: iso('08:00'), timeProof: 'proof' },
}

const PHOTO = '/api/photos/camila-small'

const stop = (row: number, name: string) => ({
  ...{ id: `${tripId}.${row}`, name, department: 'Valle', point: null, arrivedAt: null },
  ...{ plannedAt: iso('09:00'), expectedAt: iso('09:00'), passed: false, doubtful: false },
  ...{ getsOn: [], getsOff: [], meetings: [], detour: { km: 0, minutes: 0 } },
})

const sheet: RunSheet = {
  ...{ tripId, state: 'not_started', departsAt: iso('09:00'), startedAt: null, finishedAt: null },
  ...{ finishDoubtful: false, delayMinutes: 0, isLate: false, requests: 0 },
  stops: [
    {
      ...stop(0, 'Bogotá'),
      getsOn: [
        {
          ...{ bookingId, name: 'Camila O.', photoUrl: PHOTO, seats: 1, phone: null, to: 'Cali' },
          ...{ boarding: 'waiting', aboardSaid: null, canClaimNoShow: false, collect: null },
          ...{ paymentMode: 'billetera', connection: null, rescued: false },
        },
      ],
    },
    stop(3, 'Cali'),
  ],
  ...{ detour: { km: 0, minutes: 0 }, startsFrom: iso('07:00'), startsUntil: iso('20:00') },
  can: { start: true, arrive: [], undo: null, finish: false, undoFinishUntil: null },
  ...{ asOf: iso('08:00'), timeProof: 'proof' },
}

const track = { stop: vi.fn(), getCapabilities: () => ({}), applyConstraints: async () => {} }
const opened = vi.fn(async () => ({ getTracks: () => [track], getVideoTracks: () => [track] }))

/** A phone whose site permission for the camera is this; absent: it cannot be asked. */
function aPhone(permission?: PermissionState): void {
  const own = { configurable: true, writable: true }
  const mediaDevices = { getUserMedia: opened }
  const permissions = permission && { query: async () => ({ state: permission }) }
  Object.defineProperties(navigator, {
    mediaDevices: { ...own, value: mediaDevices },
    permissions: { ...own, value: permissions },
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
}

const open = () =>
  openScreen(`/trips/${tripId}/scan`, {
    token: 'of-ana',
    // The native reader has worked here, so that none is downloaded.
    stored: { qr_reader_worked: 'yes' },
    answers: [
      ...signedIn({ ...ANA, roles: ['passenger', 'driver'] }),
      answers(api.boarding.manifest, manifest),
      answers(api.boarding.keys, { keys: [] }),
      answers(api.journeys.runSheet, { sheet }),
      answers(api.boarding.scan, {
        serverTime: iso('08:00'),
        results: [
          {
            ...{ nonce: NONCE, outcome: 'accepted', code: null, usedAt: null, usedBy: null },
            passenger: { ...camila, status: 'checked_in', checkedInAt: iso('08:00') },
          },
        ],
      }),
    ],
  })

afterEach(() => {
  opened.mockClear()
  track.stop.mockClear()
  vi.restoreAllMocks()
})

it('opens a permitted camera at once, and shows the face of who may board', async () => {
  aPhone('granted')
  const screen = await open()
  await until(() => expect(opened).toHaveBeenCalledTimes(1))
  await screen.user.type(await screen.label('Código del tiquete'), 'K7M4PX')
  await screen.press('Registrar subida')
  await screen.role('heading', 'Puede subir')
  await screen.text('Compara su cara con la foto.')
  const face = document.querySelector(`section[aria-live] img[src$="${PHOTO}"]`)
  expect(face).not.toBeNull()
})

it.each(['prompt', 'denied', undefined] as const)(
  'explains the camera first when its permission is %s',
  async (permission) => {
    aPhone(permission)
    const screen = await open()
    await screen.role('button', 'Usar la cámara')
    await screen.role('list', 'Pasajeros')
    await settle()
    expect(opened).not.toHaveBeenCalled()
    await screen.press('Usar la cámara')
    expect(opened).toHaveBeenCalledTimes(1)
  },
)

it('lets go of a camera that opens after the screen was left', async () => {
  aPhone('granted')
  const late = Promise.withResolvers<Awaited<ReturnType<typeof opened>>>()
  opened.mockImplementationOnce(() => late.promise)
  const screen = await open()
  await until(() => expect(opened).toHaveBeenCalled())
  await screen.open('/safety')
  late.resolve({ getTracks: () => [track], getVideoTracks: () => [track] })
  await until(() => expect(track.stop).toHaveBeenCalled())
})

/** Opens the row for a passenger without a phone, and types what they say. */
async function withoutPhone(screen: Screen, figures: string) {
  await screen.text('¿Sin celular?')
  await openRows()
  await screen.user.type(await screen.label('Su primer nombre'), 'Camila')
  await screen.user.type(await screen.label('Últimos cuatro del documento'), figures)
  await screen.press('Registrar sin tiquete')
}

it('registers a passenger without a phone by name and document', async () => {
  aPhone('denied')
  const screen = await open()
  screen.answer(answers(api.bookings.boardByName, { booking }))
  await withoutPhone(screen, '12')
  await screen.text('Escribe el nombre y los cuatro últimos números.')
  await screen.user.type(await screen.label('Últimos cuatro del documento'), ' 34')
  await screen.press('Registrar sin tiquete')
  await screen.role('heading', 'Puede subir')
  expect(screen.sent(`POST /trips/${tripId}/check-in/name`)).toEqual({
    ...{ firstName: 'Camila', lastFour: '1234' },
  })
  await screen.press('Siguiente pasajero')
  expect(await typed(screen)).toEqual(['', ''])
})

/** What stands in the two fields for a passenger without a phone. */
async function typed(screen: Screen): Promise<unknown[]> {
  const fields = ['Su primer nombre', 'Últimos cuatro del documento']
  return Promise.all(fields.map(async (label) => (await screen.label(label)).value))
}

it('keeps a refused code, name and document to be corrected', async () => {
  aPhone('denied')
  const screen = await open()
  screen.answer(refuses(api.boarding.scan, 'trip_not_found'))
  const code = await screen.label('Código del tiquete')
  await screen.user.type(code, 'K7M4PX')
  await screen.press('Registrar subida')
  await screen.press('Intentar de nuevo')
  expect(code.value).toBe('K7M4PX')
  screen.answer(refuses(api.bookings.boardByName, 'name_not_matched'))
  await withoutPhone(screen, '1234')
  await screen.press('Intentar de nuevo')
  expect(await typed(screen)).toEqual(['Camila', '1234'])
})

it('says one sentence when name or document do not fit', async () => {
  aPhone('denied')
  const screen = await open()
  screen.answer(refuses(api.bookings.boardByName, 'name_not_matched'))
  await withoutPhone(screen, '1234')
  await screen.text(/^Esos datos no son de alguien que falte por subir aquí/)
})

it('says why a name cannot be checked without a network', async () => {
  aPhone('denied')
  const screen = await open()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await screen.text('¿Sin celular?')
  await openRows()
  await screen.text(/^Sin conexión no se puede: comparamos sus datos en Cupo/)
  // The state is shared by all tests.
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
})
