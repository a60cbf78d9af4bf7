import { brand } from '#web/lib/brand.ts'

/** A paragraph, or the points of a list. */
export type Clause = string | readonly string[]

export type TermsSection = { id: string; title: string; clauses: readonly Clause[] }

const general: TermsSection = {
  id: 'general',
  title: 'Información general',
  clauses: [
    `Estos términos son el acuerdo entre tú y ${brand.legal_name} (en adelante, ` +
      `«${brand.name}») para usar el sitio web, las aplicaciones y los demás canales de la ` +
      'plataforma. Al crear tu cuenta los aceptas; si no estás de acuerdo con ellos, no uses ' +
      'la plataforma.',
    `${brand.name} es un intermediario tecnológico. Pone en contacto a conductores ` +
      'particulares que ya van a hacer un viaje entre ciudades con personas que van por la ' +
      'misma ruta y quieren compartir los gastos. No es una empresa de transporte, no presta ' +
      'el servicio público de transporte, no es dueña de los vehículos y no emplea a los ' +
      'conductores.',
    'En estos términos, «conductor» es quien publica un viaje, «pasajero» es quien reserva ' +
      'un cupo, «aporte» es la parte de los gastos que paga el pasajero y «billetera» es el ' +
      'saldo prepago en pesos colombianos (COP) de cada cuenta.',
  ],
}

const services: TermsSection = {
  id: 'services',
  title: 'Servicios',
  clauses: [
    'La plataforma permite:',
    [
      'publicar viajes que ya planeaste, buscarlos y reservar cupos, también por tramos de ' +
        'la ruta;',
      'calcular un aporte recomendado y un tope, según gasolina y peajes;',
      'recargar una billetera prepago, pagar con ella y retirar el saldo disponible;',
      'generar un tiquete con código QR y verificarlo al subir;',
      'conversar por el chat, calificar el viaje y pedir soporte.',
    ],
    'El aporte se paga de una de dos formas, según lo que acepte el conductor en cada viaje. ' +
      'Con billetera, el valor se aparta al reservar y pasa al conductor cuando se verifica el ' +
      `tiquete. Con pago directo, el pasajero le paga al conductor por fuera de ${brand.name}, ` +
      'en efectivo o por el medio que acuerden; en ese caso no recibimos ese dinero ni podemos ' +
      'devolverlo.',
    'La recarga mínima es de $ 10.000 y la procesa una pasarela de pagos externa; no ' +
      'guardamos los datos de tu tarjeta. El saldo no genera intereses. Para publicar viajes ' +
      'con pago directo, el conductor necesita un saldo de $ 10.000 o más, del que se aparta ' +
      'la comisión de cada cupo.',
    `${brand.name} cobra al conductor una comisión sobre el aporte. El conductor la ve antes ` +
      'de publicar y queda fija para cada reserva. Al pasajero no se le suma ningún cobro ' +
      'después de mostrarle el precio.',
    'Cancelaciones con billetera: si cancela el pasajero con 24 horas o más de anticipación, ' +
      'o en los 30 minutos siguientes a reservar y antes de la salida, recupera el 100 %; si ' +
      'cancela después, o por tercera vez en un mismo viaje, recupera el 50 % y el otro 50 %, ' +
      'menos la comisión, compensa al conductor. Si el pasajero no se presenta, el aporte pasa ' +
      'al conductor salvo que demuestre lo contrario en las 24 horas siguientes. Si cancela el ' +
      'conductor, o llega más de 30 minutos tarde y el pasajero decide no esperar, el pasajero ' +
      'recupera el 100 %. Si el conductor registró su llegada a tiempo y el pasajero dice que ' +
      'no fue así, decide una persona. También decide una persona cuando el conductor registró ' +
      'la subida del pasajero y este dice, en las 24 horas siguientes, que no viajó. Nadie puede ' +
      'tener dos reservas que se crucen en el tiempo.',
  ],
}

const registration: TermsSection = {
  id: 'registration',
  title: 'Registro y cuenta',
  clauses: [
    'Para registrarte debes ser mayor de 18 años, tener capacidad legal y dar datos ' +
      'verdaderos, completos y al día. La cuenta es personal: no se presta, no se vende y solo ' +
      'puedes tener una.',
    'Te pedimos correo, contraseña, nombres y tu tipo y número de identificación (cédula de ' +
      'ciudadanía, cédula de extranjería o pasaporte). También puedes entrar con Google o Apple.',
    'Para conducir debes verificar tu identidad y entregar licencia de conducción, tarjeta ' +
      'de propiedad, SOAT, revisión técnico-mecánica cuando aplique y fotos del vehículo. Una ' +
      'persona los revisa antes de aprobarlos y deben estar vigentes el día de cada viaje. ' +
      'Podemos pedirlos de nuevo o rechazarlos con una explicación.',
    'Cuida tu contraseña y avísanos de inmediato si crees que alguien más entró a tu cuenta. ' +
      'Puedes cerrarla cuando quieras desde tu perfil o escribiéndonos; antes te devolvemos el ' +
      'saldo disponible.',
  ],
}

const obligations: TermsSection = {
  id: 'obligations',
  title: 'Obligaciones',
  clauses: [
    'Todas las personas se obligan a tratar con respeto a las demás, cumplir la ley y las ' +
      'normas de tránsito, dar información verdadera y llegar a tiempo al punto de encuentro.',
    'El conductor, además, se obliga a:',
    [
      'tener licencia, vehículo y seguros en regla, y el carro en buen estado;',
      'no manejar cansado ni bajo el efecto de alcohol u otras sustancias;',
      'hacer él mismo el viaje publicado, con el vehículo verificado, por la ruta y a la hora ' +
        'anunciadas;',
      'no llevar más personas que cinturones, ni cobrar más que el aporte publicado;',
      'verificar el tiquete de cada pasajero al subir.',
    ],
    'El pasajero, además, se obliga a:',
    [
      'mostrar su tiquete al subir y pagar el aporte acordado;',
      'usar el cinturón y seguir las indicaciones de seguridad;',
      'llevar solo el equipaje acordado y nada ilegal o peligroso;',
      'cancelar apenas sepa que no va a viajar.',
    ],
  ],
}

export const serviceSections: readonly TermsSection[] = [
  general,
  services,
  registration,
  obligations,
]
