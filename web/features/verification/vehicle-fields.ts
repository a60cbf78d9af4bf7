import type { RegisterOptions } from 'react-hook-form'
import { readPlate } from '#contract/plate.ts'
import { serverDate } from '#web/lib/clock.ts'
import { today } from '#web/lib/format.ts'

export type VehicleFields = {
  plate: string
  brand: string
  model: string
  color: string
  year: string
  seats: number
}

export const emptyVehicle: VehicleFields = {
  plate: '',
  brand: '',
  model: '',
  color: '',
  year: '',
  seats: 5,
}

/**
 * Brands with their common models in Colombia. Suggestions only; any other text is accepted.
 * Source: models sold in Colombia since about 2005, by the brands' own price lists.
 */
export const knownModels: Readonly<Record<string, string>> = {
  Audi: 'A3, A4, Q3, Q5',
  BMW: 'Serie 1, Serie 3, X1, X3',
  BYD: 'Dolphin, Seagull, Song Plus, Yuan Plus',
  Chevrolet: 'Aveo, Beat, Captiva, Cruze, Joy, N300, Onix, Sail, Sonic, Spark, Tracker',
  Citroën: 'C3, C4, C4 Cactus, C-Elysée',
  Ford: 'EcoSport, Escape, Explorer, Fiesta, Ranger',
  Honda: 'Accord, City, Civic, CR-V, Fit, HR-V',
  Hyundai: 'Accent, Creta, Elantra, Grand i10, HB20, Kona, Tucson',
  Jeep: 'Compass, Renegade, Wrangler',
  Kia: 'Cerato, K3, Niro, Picanto, Rio, Soluto, Sonet, Sorento, Sportage, Stonic',
  Mazda: '2, 3, 6, BT-50, CX-3, CX-30, CX-5',
  'Mercedes-Benz': 'Clase A, Clase C, GLA, GLC',
  Mitsubishi: 'ASX, L200, Montero, Outlander',
  Nissan: 'Frontier, Kicks, March, Qashqai, Sentra, Tiida, Versa, X-Trail',
  Peugeot: '2008, 206, 207, 208, 3008, 301',
  Renault: 'Clio, Duster, Kardian, Koleos, Kwid, Logan, Oroch, Sandero, Stepway, Symbol',
  Skoda: 'Fabia, Kamiq, Octavia, Rapid',
  Subaru: 'Crosstrek, Forester, Impreza, Outback, XV',
  Suzuki: 'Alto, Baleno, Celerio, Dzire, Grand Vitara, Jimny, S-Presso, Swift, Vitara',
  Toyota: 'Corolla, Corolla Cross, Fortuner, Hilux, Prado, RAV4, Yaris',
  Volkswagen: 'Amarok, Gol, Jetta, Nivus, Polo, T-Cross, Taos, Tiguan, Virtus, Voyage',
  Volvo: 'EX30, XC40, XC60',
}

export const knownColors = [
  'Amarillo',
  'Azul',
  'Beige',
  'Blanco',
  'Café',
  'Gris',
  'Negro',
  'Plata',
  'Rojo',
  'Verde',
] as const

const FIRST_YEAR = 1980

/** Highest accepted model year: next year's models are sold this year. */
function lastModelYear(now: Date = serverDate()): number {
  return Number(today(now).slice(0, 4)) + 1
}

function yearProblem(text: string): true | string {
  const year = Number(text)
  const fits = /^\d{4}$/.test(text.trim()) && year >= FIRST_YEAR && year <= lastModelYear()
  return fits || `Escribe el año del modelo, entre ${FIRST_YEAR} y ${lastModelYear()}.`
}

function line(required: string, max: number) {
  return {
    validate: (text: string) => text.trim() !== '' || required,
    maxLength: { value: max, message: `Usa máximo ${max} letras.` },
  }
}

type Rules = { [K in Exclude<keyof VehicleFields, 'seats'>]: RegisterOptions<VehicleFields, K> }

/** Limits of the contract, checked before sending. */
export const vehicleRules: Rules = {
  plate: {
    required: 'Escribe la placa.',
    validate: (typed: string) =>
      readPlate(typed) !== null || 'La placa debe tener el formato ABC123.',
  },
  brand: line('Escribe la marca.', 40),
  model: line('Escribe el modelo.', 40),
  color: line('Escribe el color.', 30),
  year: { required: 'Escribe el año del modelo.', validate: yearProblem },
}

export function vehicleBody(fields: VehicleFields) {
  return {
    plate: readPlate(fields.plate) ?? fields.plate,
    brand: fields.brand.trim(),
    model: fields.model.trim(),
    color: fields.color.trim(),
    year: Number(fields.year),
    seats: fields.seats,
  }
}
