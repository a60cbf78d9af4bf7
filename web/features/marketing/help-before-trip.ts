import {
  ANSWER_AHEAD_HOURS,
  ANSWER_HOURS,
  ANSWER_LAST_MINUTES,
  KEEP_LONGEST_MINUTES,
  KEEP_MINUTES,
  RESCUE_KEEP_MINUTES,
} from '#contract/booking-limits.ts'
import { ALERTS_MAX, SEATS_MAX, TOPUP_MAX_PESOS, TOPUP_MIN_PESOS } from '#contract/limits.ts'
import {
  ACCOUNT_WAIT_HOURS,
  CARD_WAIT_DAYS,
  EARNINGS_WAIT_HOURS,
  EARNINGS_WAIT_MAX_DAYS,
  TRANSFER_WAIT_DAYS,
  WITHDRAWAL_DAY_MAX_PESOS,
  WITHDRAWAL_MIN_PESOS,
} from '#contract/withdrawal-limits.ts'
import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'

/** `id` is the fragment of the answer's address: `/ayuda#<id>`. */
export type HelpQuestion = {
  id: string
  question: string
  answer: string
  /** Other words by which people ask it. */
  words?: string
  link?: { to: string; text: string }
}

export type HelpTopic = { id: string; title: string; questions: readonly HelpQuestion[] }

/* Questions before a trip: account, search, booking and payment. */

export const account: HelpTopic = {
  id: 'cuenta',
  title: 'Cuenta y seguridad',
  questions: [
    {
      id: 'crear-cuenta',
      question: '¿Qué necesito para crear mi cuenta?',
      words: 'registrarme registro inscribirme',
      answer:
        'Un correo y una contraseña, o tu cuenta de Google o Apple, y tener 18 años o más. Antes ' +
        'de reservar o publicar te pedimos confirmar el correo y escribir tu nombre y tu celular.',
      link: { to: paths.signup(), text: 'Crear mi cuenta' },
    },
    {
      id: 'correo-de-confirmacion',
      question: 'No me llega el correo para confirmar mi cuenta',
      words: 'email spam confirmar',
      answer:
        'Mira en la carpeta de correo no deseado. Si no está, entra a Cupo: mientras falte ' +
        'confirmarlo, arriba de la pantalla puedes pedir otro.',
    },
    {
      id: 'codigo-del-celular',
      question: 'No me llega el código al celular',
      words: 'sms mensaje verificar numero',
      answer:
        'Revisa el número y pide otro código, por WhatsApp o mensaje de texto. Lo necesitas una ' +
        'vez para reservar o publicar, para que la otra persona pueda llamarte el día del viaje.',
      link: { to: paths.profile('datos'), text: 'Ir a mi celular' },
    },
    {
      id: 'avisos',
      question: '¿Cómo elijo por dónde me avisan?',
      answer:
        'En «Por dónde me avisan»: para cada tema, correo, notificación del navegador, WhatsApp ' +
        'o mensaje de texto. De noche no suena el celular, salvo el día de tu viaje. Lo de tu ' +
        'dinero y tu seguridad siempre te llega al correo.',
      link: { to: paths.notificationPreferences(), text: 'Elegir mis avisos' },
    },
    {
      id: 'contrasena',
      question: 'Olvidé mi contraseña',
      words: 'clave recuperar entrar no puedo ingresar sesion',
      answer:
        'En la pantalla de entrada elige «¿Olvidaste tu contraseña?» y te enviamos un enlace. ' +
        'Sirve durante 30 minutos. Si lo abres en otro navegador, allá escribes la nueva.',
      link: { to: paths.recovery(), text: 'Recuperar mi cuenta' },
    },
    {
      id: 'otra-persona-en-mi-cuenta',
      question: 'Creo que alguien más entró a mi cuenta',
      words: 'hackearon robaron jaquearon',
      answer:
        'En «Mi cuenta», «Seguridad», ves en qué dispositivos está abierta y puedes cerrar cada ' +
        'sesión. Cambia también tu contraseña: al hacerlo cerramos tus otras sesiones. Después ' +
        'escríbenos.',
      link: { to: paths.profile('sesiones'), text: 'Ver mis sesiones' },
    },
    {
      id: 'mis-datos',
      question: '¿Quién ve mis datos?',
      words: 'privacidad cedula seguridad',
      answer:
        'Cualquiera ve tu nombre con la inicial del apellido, tu foto, qué tienes verificado, ' +
        'cuántos viajes llevas y lo que dicen de ti. Tu celular lo ve la otra persona el día del ' +
        'viaje. Tu número de documento se guarda cifrado: no lo ve quien viaja contigo, y ' +
        'nuestro equipo solo al verificarte o con un motivo, que queda registrado.',
      link: { to: paths.terms('privacy'), text: 'Cómo tratamos tus datos' },
    },
  ],
}

export const booking: HelpTopic = {
  id: 'reservar',
  title: 'Buscar y reservar',
  questions: [
    {
      id: 'buscar',
      question: '¿Cómo encuentro un viaje?',
      answer:
        'Escribe de dónde sales, a dónde vas y qué día. También salen los viajes que pasan por ' +
        'tu ciudad: pagas solo tu tramo. No necesitas cuenta para buscar.',
      link: { to: paths.search(), text: 'Buscar viaje' },
    },
    {
      id: 'sin-viajes',
      question: 'No hay viajes para mi día, ¿qué hago?',
      words: 'alerta avisar no encuentro',
      answer:
        'Mira los días cercanos que te mostramos, o crea una alerta: te escribimos cuando ' +
        'alguien publique ese camino o se libere un cupo en un viaje lleno. Puedes tener ' +
        `${ALERTS_MAX} alertas a la vez.`,
      link: { to: paths.alerts(), text: 'Crear una alerta' },
    },
    {
      id: 'lista-que-compra',
      question: '¿Pueden comprar por mí cuando se libere un cupo?',
      words: 'lista de espera lleno comprar automático turno',
      answer:
        'Sí: activa «Comprar por mí» con tu camino, días, horas, cupos y máximo. Cuando se ' +
        'libera un cupo, se publica un viaje o baja un precio, compra primero quien se anotó ' +
        'primero entre los que sirven: cupos, horas, precio y reglas del viaje. A quien se ' +
        'queda sin carro porque su conductor falló le buscamos otro de una vez, sin lista. Una ' +
        'lista de 2 cupos no frena un cupo solo. Si aceptas un cambio de carro, compramos los ' +
        'dos carros o ninguno, y el máximo es por ambos. Nadie paga por adelantarse. Si tu ' +
        'saldo no alcanza en tu turno, sigue otra persona y tú conservas el puesto. Puedes ' +
        'cancelar gratis 30 minutos después del aviso.',
      link: { to: paths.alerts({ buys: true }), text: 'Activar una lista' },
    },
    {
      id: 'conductor-falla',
      question: '¿Y si mi conductor falla?',
      words: 'canceló cancela no llega otro carro fondo garantia',
      answer:
        'Si tu conductor falla: otro carro en un toque si lo hay, tu plata de vuelta siempre. ' +
        'Si faltan menos de 48 horas, te guardamos el mejor ' +
        `${RESCUE_KEEP_MINUTES} minutos: primero los que salen en la misma parte del día, ` +
        'luego el de precio más parecido y después el de hora más cercana. Va primero quien ' +
        'reservó primero, y antes que las listas. De 9 p. m. a 7 a. m. te dejamos dormir: si ' +
        'sales después de las 10, lo buscamos a las 7. Si no hay ninguno, seguimos pendientes: ' +
        'el primer cupo que se libere te lo guardamos. Si el carro cuesta más y pagaste con tu ' +
        'saldo, el fondo de garantía pone la diferencia hasta un tope, cuando le alcanza: dos ' +
        'veces en 90 días, y solo si reservaste 2 horas antes de la falla y el otro viaje ya ' +
        'estaba publicado.',
      link: { to: '/impacto', text: 'Ver el fondo' },
    },
    {
      id: 'busco-cupo',
      question: '¿Pueden los conductores saber qué viaje busco?',
      answer:
        'Sí: en «Busco cupo» enciende «Muéstrale mi búsqueda a los conductores». Los ' +
        'conductores de ese camino lo ven y te invitan con un toque; tú decides si reservas.',
      link: { to: paths.alerts(), text: 'Publicar lo que busco' },
    },
    {
      id: 'reserva-inmediata',
      question: '¿Qué diferencia hay entre reservar y pedir cupo?',
      answer:
        'Si el viaje es de reserva inmediata, tu cupo queda listo. Si no, el conductor responde ' +
        `en máximo ${ANSWER_HOURS} horas contadas de 7 a. m. a 9 p. m., y a más tardar ` +
        `${ANSWER_AHEAD_HOURS} horas antes de la recogida (${ANSWER_LAST_MINUTES} minutos, si la ` +
        `pides con menos de ${ANSWER_HOURS} horas). Si no responde, la solicitud vence y no te ` +
        'cuesta nada.',
    },
    {
      id: 'cuantos-cupos',
      question: '¿Cuántos cupos puedo reservar?',
      answer:
        `De uno a ${SEATS_MAX}, según los que queden libres en tu tramo, en una sola reserva por ` +
        'viaje. Tampoco puedes tener dos viajes que se crucen a la misma hora.',
    },
    {
      id: 'equipaje',
      question: '¿Puedo llevar una maleta?',
      words: 'equipaje morral bolso grande caja mercado bicicleta perro gato mascota',
      answer:
        'Cada viaje dice qué cabe: una maleta pequeña o grande por persona, o sin espacio para ' +
        'equipaje, y si acepta mascotas. Si llevas algo más, pregúntale al conductor antes de ' +
        'reservar, con «Preguntar al conductor».',
      link: { to: paths.search(), text: 'Buscar viaje' },
    },
    {
      id: 'ninos',
      question: '¿Puedo viajar con un niño?',
      words: 'hijo hija bebe menor de edad silla familia solo',
      answer:
        'La cuenta es de una persona adulta: un menor de 18 años no puede tenerla ni reservar. ' +
        'Si viajas con un niño, reserva un cupo también para él y acuérdalo antes con el ' +
        'conductor por el chat. Cupo no presta sillas para bebé.',
    },
    {
      id: 'punto-de-encuentro',
      question: '¿Dónde me recogen?',
      words: 'direccion casa recogida terminal',
      answer:
        'Al reservar eliges un SafePoint o un lugar que acuerdas con el conductor. Queda en tu ' +
        'tiquete. Si después se cambia desde Cupo, le avisamos a la otra persona.',
      link: { to: paths.safePoints(), text: 'Ver los SafePoints' },
    },
  ],
}

export const money: HelpTopic = {
  id: 'pagos',
  title: 'Pagar y recargar',
  questions: [
    {
      id: 'formas-de-pago',
      question: '¿Cómo pago mi cupo?',
      words: 'efectivo tarjeta nequi',
      answer:
        'Con tu billetera, y el dinero queda apartado hasta que subes; o directo al conductor, ' +
        'en efectivo o transferencia. El conductor elige cuáles acepta y tú escoges al reservar. ' +
        'El precio que ves es el final.',
    },
    {
      id: 'recargar',
      question: '¿Cómo recargo mi billetera?',
      words: 'meter plata cargar saldo nequi pse tarjeta',
      answer:
        `Desde ${pesos(TOPUP_MIN_PESOS)} y hasta ${pesos(TOPUP_MAX_PESOS)} por recarga, con ` +
        'tarjeta, PSE, Nequi o Bancolombia, en la página segura de Wompi. Cupo no ve ni guarda ' +
        'los datos de tu tarjeta.',
      link: { to: paths.wallet(), text: 'Recargar' },
    },
    {
      id: 'recarga-pendiente',
      question: 'Pagué y mi recarga no aparece',
      words: 'no llego plata descontaron banco',
      answer:
        'Algunos bancos tardan en confirmar. Seguimos preguntando y la sumamos apenas responden; ' +
        'no pagues otra vez. Si dice «abandonada», no hubo pago en 30 minutos; si sí pagaste, ' +
        'entra igual cuando el banco lo confirme.',
    },
    {
      id: 'cupo-apartado',
      question: 'No me alcanza el saldo, ¿pierdo el cupo?',
      answer:
        `No enseguida: lo apartamos ${KEEP_MINUTES} minutos mientras decides, y hasta ` +
        `${KEEP_LONGEST_MINUTES} si abres la recarga desde la reserva.`,
    },
    {
      id: 'retirar',
      question: '¿Cómo retiro la plata de mi billetera?',
      words: 'sacar consignar cuenta banco nequi pasar dinero ganancias',
      answer:
        `En «Retirar», desde ${pesos(WITHDRAWAL_MIN_PESOS)} y hasta ` +
        `${pesos(WITHDRAWAL_DAY_MAX_PESOS)} al día, a una cuenta a tu nombre y con tu identidad ` +
        `verificada. No te cobramos. Una cuenta nueva se usa ${ACCOUNT_WAIT_HOURS} horas después ` +
        `de agregarla. Lo que ganas conduciendo espera ${EARNINGS_WAIT_HOURS} horas, y en ` +
        `tus primeros viajes hasta ${EARNINGS_WAIT_MAX_DAYS} días; recargas, ` +
        `${TRANSFER_WAIT_DAYS} días, y con tarjeta ${CARD_WAIT_DAYS}. Cada retiro lo aprueba una ` +
        'persona del equipo.',
      link: { to: withdrawalPaths.withdraw, text: 'Retirar' },
    },
    {
      id: 'factura',
      question: '¿Me dan factura o recibo del viaje?',
      words: 'comprobante soporte pdf empresa iva',
      answer:
        'En la página de tu reserva eliges «Descargar comprobante»: un PDF con el viaje y lo que ' +
        'pagaste. No es una factura electrónica de venta: quien conduce comparte sus gastos.',
      link: { to: paths.myTrips('pasajero'), text: 'Ver mis viajes' },
    },
    {
      id: 'precio',
      question: '¿De dónde sale el precio?',
      answer:
        'De la gasolina y los peajes de tu tramo, repartidos entre quienes viajan. El conductor ' +
        'escoge dentro de un rango y nunca por encima del tope.',
      link: { to: paths.howItWorks(), text: 'Cómo funciona' },
    },
  ],
}
