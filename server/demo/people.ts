import type { AddVehicle } from '#server/domains/verification/verification.public.ts'
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
}

export type DemoDriver = DemoPerson & {
  birthDate: string
  vehicle: AddVehicle
  /** DIVIPOLA codes; even days run there, odd days back. None: documents still in review. */
  stops: string[]
  /** Hour of departure in Bogotá. */
  hour: number
  seats: number
  direct: boolean
  instant: boolean
  notes?: string
}

function person(
  mailbox: string,
  firstName: string,
  lastName: string,
  number: string,
  roles: readonly Role[],
  pesos = 0,
): DemoPerson {
  const email = `${mailbox}@demo.cupo.co`
  // A made-up number of the right form: nobody is called from a demonstration.
  const phoneNumber = `+57300${number.slice(-7)}`
  return { email, firstName, lastName, identificationNumber: number, phoneNumber, roles, pesos }
}

function car(plate: string, brand: string, model: string, color: string, year: number): AddVehicle {
  return { plate, brand, model, color, year, seats: 5 }
}

export const passengers: DemoPerson[] = [
  person('pasajera', 'Laura', 'Moreno', '1032456789', ['passenger'], 200_000),
  person('pasajero', 'Andrés', 'Castaño', '1020304050', ['passenger'], 150_000),
  person('estudiante', 'Valentina', 'Ríos', '1098765432', ['passenger'], 90_000),
]

/** Created last: once the verifier exists, the demonstration is complete. */
export const staff: DemoPerson[] = [
  person('admin', 'Marcela', 'Pardo', '52123456', ['passenger', 'admin']),
  person('finanzas', 'Jorge', 'Salazar', '79456123', ['passenger', 'finance']),
  person('soporte', 'Diana', 'Quintero', '52987654', ['passenger', 'support']),
  person('verificacion', 'Felipe', 'Naranjo', '80123789', ['passenger', 'verifier']),
]

function driver(
  who: DemoPerson,
  vehicle: AddVehicle,
  trip: Pick<DemoDriver, 'stops' | 'hour' | 'seats'> &
    Partial<Pick<DemoDriver, 'direct' | 'instant' | 'notes'>>,
): DemoDriver {
  return { birthDate: '1988-04-12', direct: false, instant: true, ...who, vehicle, ...trip }
}

const P: readonly Role[] = ['passenger']

export const drivers: DemoDriver[] = [
  driver(
    person('conductor', 'Carlos', 'Ramírez', '79876543', P, 80_000),
    car('KLM482', 'Renault', 'Logan', 'Gris', 2020),
    {
      stops: ['11001', '25307', '73001', '76001'],
      hour: 6,
      seats: 3,
      direct: true,
      notes: 'Salgo puntual. Paramos a desayunar después de Girardot.',
    },
  ),
  driver(
    person('marta', 'Marta', 'Suárez', '52345678', P),
    car('GTR915', 'Kia', 'Picanto', 'Rojo', 2021),
    { stops: ['11001', '50001'], hour: 7, seats: 3 },
  ),
  driver(
    person('hernan', 'Hernán', 'Duarte', '91234567', P),
    car('JHD337', 'Chevrolet', 'Onix', 'Blanco', 2022),
    { stops: ['11001', '15001', '68679', '68001'], hour: 5, seats: 4 },
  ),
  driver(
    person('natalia', 'Natalia', 'Giraldo', '43567890', P),
    car('LZX604', 'Mazda', '2', 'Azul', 2021),
    { stops: ['05001', '11001'], hour: 6, seats: 3, notes: 'Viaje tranquilo, con música suave.' },
  ),
  driver(
    person('ivan', 'Iván', 'Londoño', '10123456', P),
    car('FRT228', 'Nissan', 'Versa', 'Plata', 2019),
    { stops: ['11001', '73001', '63001', '66001'], hour: 14, seats: 3, instant: false },
  ),
  driver(
    person('lucia', 'Lucía', 'Perdomo', '36123987', P),
    car('HQW551', 'Hyundai', 'Accent', 'Negro', 2020),
    { stops: ['11001', '41001'], hour: 15, seats: 4 },
  ),
  driver(
    person('wilmer', 'Wilmer', 'Pacheco', '72345901', P),
    car('QFL746', 'Renault', 'Sandero', 'Blanco', 2018),
    { stops: ['13001', '08001', '47001'], hour: 8, seats: 3 },
  ),
  driver(
    person('paula', 'Paula', 'Betancur', '31456782', P),
    car('DMS193', 'Volkswagen', 'Gol', 'Gris', 2019),
    { stops: ['76001', '66001', '05001'], hour: 6, seats: 3 },
  ),
  driver(
    person('oscar', 'Óscar', 'Trujillo', '93456123', P),
    car('NBC870', 'Suzuki', 'Swift', 'Rojo', 2021),
    { stops: ['73001', '25307', '11001'], hour: 17, seats: 3 },
  ),
  driver(
    person('gloria', 'Gloria', 'Marín', '30123654', P),
    car('RTP412', 'Chevrolet', 'Sail', 'Blanco', 2018),
    { stops: ['11001', '17001'], hour: 8, seats: 3 },
  ),
]

/** With all documents waiting, so that the verifier has something to do. */
export const newcomer: DemoDriver = driver(
  person('nueva', 'Sara', 'Beltrán', '1015432109', P, 20_000),
  car('TVN365', 'Kia', 'Rio', 'Verde', 2019),
  { stops: [], hour: 0, seats: 3 },
)
