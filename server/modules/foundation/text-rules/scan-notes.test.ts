import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasContactOrPrice, namesOutsidePayment } from './scan-notes.ts'

describe('notes with contact data or prices', () => {
  it.each([
    'Escríbeme al 3105551234',
    'Mi número: 310 555 12 34',
    'cel 310-555.12.34',
    '+57 (310) 5551234',
    '3 1 0 5 5 5 1 2 3 4',
    '３１０５５５１２３４',
    '٣١٠٥٥٥١٢٣٤',
    '310\u200b555\u200b1234',
    'fijo 6015551234',
    'tres uno cero cinco cinco cinco uno dos tres cuatro',
    'laura@correo.co',
    'laura arroba gmail punto com',
    'laura (at) gmail.com',
    'búscame como @laura.viaja',
    'https://ejemplo.org/x',
    'www.misviajes.net',
    'wa.me/57310',
    'mi página es misviajes.com',
    'por WhatsApp coordinamos',
    'te paso mi Nequi',
    'Son $20 aparte',
    'cobro 20000 pesos',
    'te lo dejo en 20 mil',
    'a 20k el puesto',
    'veinte mil por maleta',
    '20.000 por maleta',
    '20,000 extra',
    'te dejo a $ 25',
    'son 25$',
    'vale 25 lucas',
    'a 25lks',
    'COP 25',
    'veinticinco lucas el puesto',
    'treinta y cinco mil cada uno',
    'cien mil',
    "25'000 por persona",
    '25.500 el cupo',
    'trescientos diez, quinientos cincuenta y cinco, doce, treinta y cuatro',
    'tres 1 cero 555 doce 34',
    '31O 555 l2 34',
    '3️⃣1️⃣0️⃣5️⃣5️⃣5️⃣1️⃣2️⃣',
    '310/555/12/34',
    '310…555…1234',
    '310_555_1234',
    'laura @ correo',
    'laura[arroba]correo',
    'mi gmail es laura',
    'misviajes . com',
    'misviajes.co',
    'misviajes dot com',
    'hxxp ejemplo',
    'escríbeme al wpp',
    'por Bre-B',
    'LAURA ARROBA CORREO',
  ])('detects contact data or a price in: %s', (text) => {
    expect(hasContactOrPrice(text)).toBe(true)
  })

  it.each([
    'Salgo puntual a las 5:30 a. m. del Portal 80.',
    'Llevo 2 maletas de 23 kilos, queda 1 espacio.',
    'Paramos 15 minutos en Melgar. Mil gracias por la puntualidad.',
    'Salida el 27/11/2026 o 2026-11-27 según el tráfico, entre 10:00 y 10:30.',
    'Son 1.000 km largos; dos o tres paradas.',
    'Subo por la Calle 13 con Carrera 68, puente peatonal.',
    'Carro modelo 2021, aire acondicionado, 4 puestos.',
    'No fumo. Me gusta la música, sobre todo el vallenato.',
    'Uno de los cupos es adelante; los otros dos, atrás.',
    'A 2.600 metros hace frío: lleva chaqueta.',
    'Nos vemos en la Cra 68 # 170 - 45, portería 2.',
    'Faltan 3 km para Melgar y luego son 10 km de subida.',
    'Son mil y una curvas: si te mareas, ve adelante.',
    'Llevo a dos, tres con la bebé.',
    'Salimos 5:30 y llegamos 13:15, o 14:00 con trancón.',
    'El carro ha ido dos mil veces a Ibagué.',
    'Llegamos a las 6. Info del punto de encuentro: bajo el puente. Net es mi perro.',
    'Somos compañía tranquila. Comemos algo en el camino.',
  ])('finds no contact data or price in: %s', (text) => {
    expect(hasContactOrPrice(text)).toBe(false)
  })

  it('detects a telephone number at any position and with any separators', () => {
    const digit = fc.integer({ min: 0, max: 9 }).map(String)
    const apart = fc.constantFrom('', ' ', '.', '-', ' - ', '/', '_', '…', ' · ', '*', '\u200b')
    const number = fc.array(fc.tuple(digit, apart), { minLength: 7, maxLength: 12 })
    const words = fc.constantFrom('', 'Salgo temprano. ', 'llámame ', 'Punto: el parque; ')
    fc.assert(
      fc.property(words, number, words, (before, parts, after) => {
        // Dates and times of day do not count as telephone numbers.
        const written = parts.map(([value, separator]) => value + separator).join('')
        fc.pre(!/\d{4}-\d{1,2}-\d|\d\/\d/.test(written))
        return hasContactOrPrice(`${before}${written} ${after}`)
      }),
    )
  })

  it('scans any text in linear time', () => {
    const piece = fc.constantFrom(
      ...['1', ' ', 'a', '@', '.', ',', "'", '-', '$', '000', '.000', 'uno ', 'y ', 'mil', 'k'],
      ...['punto ', 'arroba', '(', '#', 'ñ', '\u200b', '٣', 'cien ', 'palo '],
    )
    const hostile = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(hostile, (part) => {
        const time = (length: number) => {
          const text = part.repeat(Math.ceil(length / part.length)).slice(0, length)
          const started = performance.now()
          hasContactOrPrice(text)
          return performance.now() - started
        }
        // A quadratic scan of 100,000 characters takes seconds, a linear one milliseconds.
        return Math.min(time(100_000), time(100_000)) < 400
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})

describe('words about paying outside', () => {
  it.each([
    'Págame por Nequi',
    'te paso mi DAVIPLATA',
    'mejor en efectivo',
    'Te lo pago en puro efectivo',
    'hazme una transferencia',
    'me consignas y listo',
    'cancela la reserva y me pagas por fuera',
    'La plata me la das al llegar',
    'Cobro por debajo, sin la app',
  ])('are found in: %s', (text) => {
    expect(namesOutsidePayment(text)).toBe(true)
  })

  it.each([
    'Nos vemos por fuera del terminal',
    'Dale, listo',
    '¿Puedo pagar con la billetera?',
    'Te escribo al llegar',
    'El carro es blanco y llega directamente al portal',
    '¿Cabe una maleta?',
  ])('are not found in: %s', (text) => {
    expect(namesOutsidePayment(text)).toBe(false)
  })
})
