import type { Preferences } from '#contract/trips.ts'
import type { AddVehicle } from '#server/modules/people/verification/index.ts'
import type { Role } from '#server/platform/http/session.ts'

/** The password of every demonstration account; they exist only outside production. */
export const DEMO_PASSWORD = 'ventana-azul-2026'

export type DemoPerson = {
  email: string
  firstName: string
  lastName: string
  identificationNumber: string
  phoneNumber: string
  roles: readonly Role[]
  /** Opening balance, pesos. */
  pesos: number
  isWoman: boolean
  /** Number of the drawn face in the photo. */
  face: number
}

export type DemoDriver = DemoPerson & {
  birthDate: string
  vehicle: AddVehicle
  seats: number
  /** Whether direct payment is also accepted while the balance allows it. */
  direct: boolean
  instant: boolean
  preferences: Partial<Preferences>
  /** Price of a seat, percent of the recommended price. */
  pricePercent: number
  notes?: string
}

type Name = { first: string; last: string; isWoman: boolean }

function person(
  mailbox: string,
  { first: firstName, last: lastName, isWoman }: Name,
  number: string,
  {
    roles = P,
    pesos = 0,
    face = Number(number.slice(-3)),
  }: Partial<Pick<DemoPerson, 'roles' | 'pesos' | 'face'>> = {},
): DemoPerson {
  const email = `${mailbox}@demo.cupo.co`
  // An invented number in a valid format: the demonstration calls nobody.
  const phoneNumber = `+57300${number.slice(-7)}`
  const looks = { isWoman, face }
  const name = { firstName, lastName, identificationNumber: number }
  return { email, phoneNumber, roles, pesos, ...name, ...looks }
}

const P: readonly Role[] = ['passenger']

const woman = (first: string, last: string): Name => ({ first, last, isWoman: true })
const man = (first: string, last: string): Name => ({ first, last, isWoman: false })

function car(plate: string, brand: string, model: string, color: string, year: number): AddVehicle {
  return { plate, brand, model, color, year, seats: 5 }
}

export const passengers = [
  person('pasajera', woman('Laura', 'Moreno'), '1032456789', { pesos: 200_000 }),
  person('pasajero', man('Andrés', 'Castaño'), '1020304050', { pesos: 150_000 }),
  person('estudiante', woman('Valentina', 'Ríos'), '1098765432', { pesos: 90_000 }),
] as const

/** Members of the team, created last: if a verifier exists, the demonstration is complete. */
export const staff = [
  person('admin', woman('Marcela', 'Pardo'), '52123456', { roles: ['passenger', 'admin'] }),
  person('finanzas', man('Jorge', 'Salazar'), '79456123', { roles: ['passenger', 'finance'] }),
  person('soporte', woman('Diana', 'Quintero'), '52987654', { roles: ['passenger', 'support'] }),
  person('verificacion', man('Felipe', 'Naranjo'), '80123789', {
    roles: ['passenger', 'verifier'],
  }),
] as const

type Habits = Partial<Omit<DemoDriver, keyof DemoPerson | 'vehicle'>>

function driver(who: DemoPerson, vehicle: AddVehicle, habits: Habits = {}): DemoDriver {
  const usual = { seats: 3, direct: false, instant: true, preferences: {}, pricePercent: 100 }
  return { birthDate: '1988-04-12', ...usual, ...who, vehicle, ...habits }
}

/** The driver whose account the first start prints. */
export const carlos = driver(
  person('conductor', man('Carlos', 'Ramírez'), '79876543', { pesos: 80_000 }),
  car('KLM482', 'Renault', 'Logan', 'Gris', 2020),
  { direct: true, notes: 'Salgo puntual. Paramos a desayunar después de Girardot.' },
)

/** A driver whose documents all wait for review, so that the verifier has work. */
export const newcomer = driver(
  person('nueva', woman('Sara', 'Beltrán'), '1015432109', { pesos: 20_000 }),
  car('TVN365', 'Kia', 'Rio', 'Verde', 2019),
)

/** The printed passenger whose driver fails, and who waits for the answer of another one. */
export const stranded = person('sin-carro', woman('Paola', 'Arrieta'), '1067894512', {
  pesos: 150_000,
})

/** Drives on the road of that passenger, and fails. */
export const failing = driver(
  person('conductor-varado', man('Rafael', 'Doria'), '1068431207'),
  car('UQS218', 'Renault', 'Sandero', 'Blanco', 2018),
)

/** The printed driver who is asked for a seat, since every booking needs an answer. */
export const asked = driver(
  person('conductora-consultada', woman('Nubia', 'Petro'), '1069520846'),
  car('RTZ574', 'Chevrolet', 'Onix', 'Azul', 2021),
  { instant: false, notes: 'Voy sin afán y paro en Sahagún si alguien lo pide.' },
)

const women = (
  'Marta Natalia Lucía Paula Gloria Adriana Camila Juliana Carolina Sandra Liliana Ángela Mónica ' +
  'Patricia Claudia Daniela Luisa Milena Yolanda Isabel Rocío Tatiana Viviana Alejandra Beatriz ' +
  'Esperanza Johana Lorena Manuela Olga'
).split(' ')
const men = (
  'Hernán Iván Wilmer Óscar Julián Mauricio Fabián Gustavo Ricardo Alberto Camilo Esteban Nelson ' +
  'Rodrigo Santiago Tomás Ramiro Édgar Germán Álvaro Diego Jairo Leonardo Miguel Pablo Raúl ' +
  'Sebastián Víctor William Gabriel'
).split(' ')
const surnames = (
  'Suárez Duarte Giraldo Londoño Perdomo Pacheco Betancur Trujillo Marín Acosta Barrera Cárdenas ' +
  'Delgado Echeverri Forero Gaitán Henao Izquierdo Jaramillo Lozano Mejía Nieto Ospina Peña ' +
  'Quiroga Rengifo Sarmiento Tovar Uribe Vanegas Yepes Zapata Arango Buitrago Cifuentes Devia ' +
  'Espitia'
).split(' ')
const models = (
  'Kia Picanto, Chevrolet Onix, Mazda 2, Nissan Versa, Hyundai Accent, Renault Sandero, ' +
  'Volkswagen Gol, Suzuki Swift, Chevrolet Sail, Toyota Yaris'
).split(', ')
const colors = ['Rojo', 'Blanco', 'Azul', 'Plata', 'Negro', 'Gris', 'Verde'] as const
const allNotes = [
  'Viaje tranquilo, con música suave.',
  undefined,
  'Llevo agua para todos. El baúl es grande.',
  undefined,
  'Hago una parada corta a mitad de camino.',
  undefined,
  'Por favor, lleguen cinco minutos antes.',
] as const

/** The nth of a list, from the start again after its end. */
export function nth<T>(list: readonly T[], row: number): T {
  return list[row % list.length] as T
}

function nameOf(row: number): Name {
  const half = Math.floor(row / 2)
  return {
    first: row % 2 === 0 ? nth(women, half) : nth(men, half),
    last: nth(surnames, row * 5 + half),
    isWoman: row % 2 === 0,
  }
}

const two = (row: number) => String(row).padStart(2, '0')

/** Returns a driver of the fleet; the same row is the same person on every start. */
export function fleetDriver(row: number): DemoDriver {
  const letter = (at: number) => nth([...'BCDFGHJKLMNPRSTVWZ'], at)
  const plate = `G${letter(row)}${letter(Math.floor(row / 18))}${101 + ((row * 37) % 899)}`
  const [brand = '', model = ''] = nth(models, row * 3).split(' ')
  const who = person(`conductor-${two(row)}`, nameOf(row), String(1_050_100_300 + row * 70_021), {
    pesos: row % 3 === 0 ? 80_000 : 0,
    face: row,
  })
  const notes = nth(allNotes, row)
  return driver(who, car(plate, brand, model, nth(colors, row), 2016 + (row % 9)), {
    birthDate: `${1968 + (row % 30)}-0${1 + (row % 9)}-1${row % 10}`,
    seats: nth([3, 4, 2, 3, 4], row),
    direct: row % 3 === 0,
    instant: row % 4 !== 1,
    preferences: { womenOnly: row % 22 === 4, pets: row % 4 === 2 },
    pricePercent: nth([100, 92, 105, 97, 88, 110, 100], row),
    ...(notes === undefined ? {} : { notes }),
  })
}

/** Closes the account; the address is free again, so a start that is killed makes another one. */
export const leaver = person('se-fue', nameOf(140), '1090199001', { pesos: 48_000 })

/** Passengers who travel often: they rated the drivers and take some of the seats. */
export const travellers: DemoPerson[] = Array.from({ length: 24 }, (_, row) =>
  person(`viajero-${two(row)}`, nameOf(row + 101), String(1_090_200_500 + row * 60_013), {
    pesos: 400_000,
    face: row + 101,
  }),
)
