/** Long, as people and places are called. */
export const samples = {
  name: 'María Fernanda de los Ángeles Villavicencio-Echeverry',
  place: 'San Sebastián de Mariquita, Tolima',
  way: 'San Sebastián de Mariquita → Santa Cruz de Mompox',
  sentence:
    'El conductor te recoge en la glorieta de la entrada, junto a la estación de servicio, y te ' +
    'espera diez minutos.',
  error: 'Escribe el número completo, como aparece en tu documento, sin puntos ni espacios.',
} as const
