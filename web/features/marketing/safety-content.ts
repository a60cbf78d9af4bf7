import {
  BadgeCheck,
  Headset,
  MapPinned,
  MessageCircle,
  QrCode,
  Siren,
  Star,
  UserRoundCheck,
  Venus,
  Wallet,
} from 'lucide-react'
import { RATING_DAYS } from '#contract/rating-tags.ts'
import { SHARE_AFTER_ARRIVAL_MINUTES } from '#contract/safety-limits.ts'

export const measures = [
  {
    Icon: BadgeCheck,
    title: 'Verificación de usuarios',
    text:
      'Revisamos documentos oficiales de identidad. A quien maneja, además, la licencia, la ' +
      'tarjeta de propiedad, el SOAT, la póliza, la técnico-mecánica y fotos del vehículo.',
  },
  {
    Icon: QrCode,
    title: 'Verificación por QR',
    text:
      'Tu tiquete está firmado, sirve para un solo viaje y una sola vez. Al escanearlo, los dos ' +
      'saben que están en el carro correcto.',
  },
  {
    Icon: Star,
    title: 'Calificaciones verificadas',
    text:
      'Solo califica quien de verdad reservó ese viaje, y ninguna nota se ve hasta que ambos ' +
      `escriben o pasan ${RATING_DAYS} días.`,
  },
  {
    Icon: MessageCircle,
    title: 'Chat seguro',
    text:
      'Hablas dentro de la app. Antes de confirmar ocultamos teléfonos, correos y enlaces, y ' +
      'puedes reportar o bloquear en cualquier momento.',
  },
  {
    Icon: Wallet,
    title: 'Pagos flexibles y privados',
    text:
      'Con billetera, el dinero queda apartado hasta que subes. Con pago directo, acuerdas ' +
      'efectivo o Nequi con el conductor. Tus datos de pago nunca se comparten.',
  },
  {
    Icon: Headset,
    title: 'Soporte cuando lo necesitas',
    text:
      'Emergencias 24/7 y respuesta en máximo dos horas si es de seguridad. Lo demás, en máximo ' +
      '48 horas hábiles.',
  },
] as const

/** Safety tools for the day of travel, in the ticket or the account. */
export const tools = [
  {
    Icon: MapPinned,
    title: 'Comparte por dónde vas',
    text:
      'Un enlace por persona, que muestra el carro, la placa y cómo va el viaje. Lo apagas ' +
      `cuando quieras; si no, se apaga ${SHARE_AFTER_ARRIVAL_MINUTES} minutos después de llegar.`,
  },
  {
    Icon: UserRoundCheck,
    title: 'Contacto de confianza',
    text: 'Le avisamos cuando subes al carro y cuando llegas. Primero le preguntamos si quiere.',
  },
  {
    Icon: Siren,
    title: 'Botón de emergencia',
    text:
      'El 123 a un toque, lo que hay que decir, y un aviso a nuestro equipo, que lo revisa en ' +
      'máximo dos horas. Abre también sin internet.',
  },
  {
    Icon: Venus,
    title: 'Viajes solo para mujeres',
    text:
      'Los publican y reservan mujeres con la identidad verificada, cada una su cupo. También ' +
      'hay viajes solo para personas verificadas.',
  },
] as const

export const passengerTips = [
  'Mira la verificación, la calificación y los comentarios antes de reservar.',
  'Sube en un SafePoint o en un sitio con luz y con gente.',
  'Confirma placa, color y modelo del carro antes de subir, y muestra tu QR.',
  'Comparte tu viaje con alguien de confianza.',
  'Usa el cinturón todo el camino, también atrás.',
  'Si algo no te da confianza, no te subas y escríbenos.',
] as const

export const driverTips = [
  'Revisa llantas, frenos, luces y niveles antes de salir.',
  'Ten al día tu licencia, el SOAT y la técnico-mecánica.',
  'Escanea el QR de cada pasajero; no recibas a quien no tenga reserva.',
  'Descansa al menos 15 minutos cada dos horas y nunca manejes con sueño o con tragos.',
  'Respeta los límites de velocidad y el pico y placa de tu destino.',
  'Acuerda el equipaje y el punto de encuentro por el chat antes de salir.',
] as const
