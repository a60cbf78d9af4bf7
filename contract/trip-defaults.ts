// Without zod, because screens load it.

/** Default of each key of a trip's preferences. */
export const preferenceDefaults = {
  luggage: 'small' as 'none' | 'small' | 'large',
  pets: false,
  smoking: false,
  music: true,
  talk: 'some' as 'quiet' | 'some' | 'lots',
  maxTwoInBack: false,
  womenOnly: false,
  verifiedOnly: false,
  wheelchair: false,
  childSeat: false,
}

/** Defaults of a request to publish; its form starts with them. */
export const tripDefaults = {
  paymentModes: ['billetera'] as ('billetera' | 'directo')[],
  instant: true,
  roadStops: 'ask' as 'no' | 'ask' | 'at_once',
  extraMax: 2,
  preferences: preferenceDefaults,
}

type Choices = keyof typeof tripDefaults

/** Picks the terms that have a default, by its keys, from a form, a trip or an answer. */
export function choicesOf<T extends Record<Choices, unknown>>(from: T): Pick<T, Choices> {
  const keys = Object.keys(tripDefaults) as Choices[]
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, Choices>
}
