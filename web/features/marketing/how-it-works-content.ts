import { HandCoins, Wallet } from 'lucide-react'
import {
  DISPUTE_HOURS,
  FULL_REFUND_AHEAD_HOURS,
  SECOND_THOUGHTS_MINUTES,
} from '#contract/booking-limits.ts'
import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import { pesos } from '#web/lib/format.ts'

export const passengerSteps = [
  {
    title: 'Descarga y regístrate',
    text:
      'Instala la app o entra por la web. Crea tu cuenta con tu correo y tu documento; debes ser ' +
      'mayor de 18 años.',
  },
  {
    title: 'Encuentra tu ruta',
    text:
      'Escribe de dónde sales, a dónde vas y qué día. Verás también los viajes que pasan por tu ' +
      'ciudad, con hora, precio y cupos libres.',
  },
  {
    title: 'Reserva y confirma',
    text:
      'Di cuántos cupos y cómo pagas. Si el viaje es de reserva inmediata queda listo; si no, el ' +
      'conductor responde en máximo tres horas, sin contar la noche.',
  },
  {
    title: 'Viaja y califica',
    text:
      'Muestra tu QR al subir, llega y cuenta cómo te fue. Tu calificación le sirve a quien ' +
      'viaja después.',
  },
] as const

export const driverSteps = [
  {
    title: 'Regístrate y verifícate',
    text:
      'Sube tu documento, tu licencia y los papeles del vehículo: tarjeta de propiedad, SOAT, ' +
      'póliza, técnico-mecánica, 4 fotos del carro y tu foto de perfil. Una persona los revisa.',
  },
  {
    title: 'Publica tu ruta',
    text:
      'Di por dónde pasas, a qué hora y cuántos puestos llevas libres. Te mostramos el precio ' +
      'recomendado y el tope por tramo.',
  },
  {
    title: 'Organiza a tus pasajeros',
    text:
      'Acepta solicitudes o deja la reserva inmediata, habla por el chat y acuerda el punto de ' +
      'encuentro.',
  },
  {
    title: 'Viaja y recibe tu dinero',
    text:
      'Escanea el QR de cada pasajero. Lo pagado con billetera pasa a la tuya al escanear, menos ' +
      'la comisión; el pago directo lo recibes en mano.',
  },
] as const

export const paymentModes = [
  {
    Icon: Wallet,
    title: 'Con billetera',
    text:
      `Recargas desde ${pesos(TOPUP_MIN_PESOS)} y pagas al reservar. El dinero queda apartado y ` +
      'pasa al conductor cuando subes. Si cancelas a tiempo, vuelve completo; tarde, la mitad; ' +
      'si no llegas, nada.',
  },
  {
    Icon: HandCoins,
    title: 'Pago directo',
    text:
      'Le pagas al conductor en efectivo, Nequi u otro medio que acuerden. Para ofrecerlo, el ' +
      'conductor tiene en su billetera un saldo del que sale la comisión.',
  },
] as const

export const faq = [
  {
    question: '¿Cuánto cuesta un cupo?',
    answer:
      'Depende de la ruta: se reparte el costo estimado de gasolina y peajes entre quienes ' +
      'viajan. El conductor elige un precio dentro de un rango y nunca por encima del tope.',
  },
  {
    question: '¿Qué pasa si cancelo?',
    answer:
      `Con ${FULL_REFUND_AHEAD_HOURS} horas o más antes de tu recogida, o en los ` +
      `${SECOND_THOUGHTS_MINUTES} minutos siguientes a reservar, recuperas el 100 % de lo pagado ` +
      'con billetera. Después recuperas el 50 % y el resto compensa al conductor. Desde la ' +
      'tercera vez que cancelas en un mismo viaje recuperas el 50 %, sin importar la hora.',
  },
  {
    question: '¿Puedo reservar dos viajes a la misma hora?',
    answer:
      'No. Si un viaje se cruza con otro que ya tienes, te decimos con cuál, y puedes cancelar ' +
      'uno para reservar el otro.',
  },
  {
    question: '¿Y si el conductor registró mi subida y no viajé?',
    answer:
      `Abre tu reserva y elige «No me subí» en las ${DISPUTE_HOURS} horas siguientes. Una ` +
      'persona lo revisa y, si tienes razón, recuperas todo lo pagado con billetera.',
  },
  {
    question: '¿Y si el conductor cancela?',
    answer:
      'Recuperas el 100 % de lo pagado con billetera, y la cancelación queda en su perfil. Si se ' +
      'repite, hay sanciones.',
  },
  {
    question: '¿Necesito internet para mostrar mi tiquete?',
    answer:
      'No. El QR y un código de seis caracteres quedan guardados en tu celular cuando los abres. ' +
      'El conductor lee el QR sin señal; el código lo anota, y se confirma cuando vuelve la red.',
  },
  {
    question: '¿Puedo llevar pasajeros para ganar dinero?',
    answer:
      'No. Cupo es para compartir los gastos de un viaje que ya ibas a hacer. Usarlo como ' +
      'negocio de transporte cancela la cuenta; te oímos antes de decidir.',
  },
  {
    question: '¿Qué documentos necesita el conductor?',
    answer:
      'Documento de identidad, licencia de conducción, tarjeta de propiedad, SOAT, póliza del ' +
      'carro, revisión técnico-mecánica cuando aplique y 4 fotos del carro, además de su foto ' +
      'de perfil. Los que vencen deben estar vigentes el día del viaje.',
  },
] as const
