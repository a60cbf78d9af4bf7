import type { RegisterOptions } from 'react-hook-form'
import { readPlate } from '#contract/plate.ts'
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

/** Suggestions only; any other text is accepted. */
export const knownBrands = [
  'Audi',
  'BMW',
  'BYD',
  'Chevrolet',
  'Citroën',
  'Ford',
  'Honda',
  'Hyundai',
  'Jeep',
  'Kia',
  'Mazda',
  'Mercedes-Benz',
  'Mitsubishi',
  'Nissan',
  'Peugeot',
  'Renault',
  'Skoda',
  'Subaru',
  'Suzuki',
  'Toyota',
  'Volkswagen',
  'Volvo',
] as const

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
function lastModelYear(now: Date = new Date()): number {
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
