import { conductErrors } from './conduct-errors.ts'
import { connectionErrors } from './connection-errors.ts'
import { deskActionErrors } from './desk-action-errors.ts'
import { RESTARTS } from './document-number.ts'
import { identityErrors } from './identity-errors.ts'
import { incidentErrors } from './incident-errors.ts'
import { journeyErrors } from './journey-errors.ts'
import { meetingErrors } from './meeting-errors.ts'
import { seatsErrors } from './seat-errors.ts'
import { supportErrors } from './support-errors.ts'
import { teamErrors } from './team-errors.ts'
import { verificationErrors } from './verification-errors.ts'
import { withdrawalErrors } from './withdrawal-errors.ts'

/** HTTP status and Spanish sentence; a sentence alone has status 409 (conflict). */
type Failure = string | readonly [status: number, sentence: string]

/**
 * Every error that a person can meet: machine code → HTTP status and Spanish sentence. The web
 * shows the sentence and decides by the code; clients receive no other error text.
 */
const table = {
  ...conductErrors,
  ...connectionErrors,
  ...deskActionErrors,
  ...identityErrors,
  ...incidentErrors,
  ...meetingErrors,
  ...seatsErrors,
  ...supportErrors,
  ...teamErrors,
  ...verificationErrors,
  ...journeyErrors,
  ...withdrawalErrors,

  // Errors about requests
  invalid_request: [400, 'Revisa los datos enviados: hay campos con errores.'],
  invalid_json: [400, 'No pudimos leer los datos enviados.'],
  invalid_idempotency_key: [400, 'La clave de la solicitud no es válida.'],
  payload_too_large: [413, 'El archivo o los datos superan el tamaño permitido.'],
  unsupported_media_type: [415, 'El formato enviado no es compatible.'],
  not_found: [404, 'No encontramos lo que buscas.'],
  rate_limited: [429, 'Demasiados intentos (rate limit). Espera unos minutos e intenta de nuevo.'],
  busy: [503, 'Hay mucha demanda en este momento. Intenta de nuevo en unos segundos.'],
  internal: [500, 'Algo falló de nuestro lado. Intenta de nuevo o escríbenos.'],
  unavailable: [503, 'El servicio no está disponible en este momento. Intenta de nuevo.'],
  storage_full: [
    503,
    'No tenemos espacio para guardar esto. Intenta más tarde: no se guardó nada.',
  ],
  app_outdated: [426, 'Actualiza Cupo para seguir.'],
  too_many_streams: [429, 'Tienes Cupo abierto en demasiadas pestañas. Cierra algunas.'],
  idempotency_mismatch: [422, 'Esta solicitud ya se usó con otros datos. Vuelve a empezar.'],

  // Errors about privacy
  export_pending: 'Ya estamos preparando tu copia. Te avisamos cuando esté lista.',
  export_not_ready: [404, 'No tienes una copia lista, o ya venció. Pide otra.'],
  closing_blocked:
    'Primero termina o cancela tus viajes y reservas, y paga lo que debas. Mira la lista.',
  closing_not_found: [404, 'No hay un cierre de cuenta que puedas cancelar.'],

  // Errors about sessions
  unauthenticated: [401, 'Inicia sesión para continuar.'],
  token_expired: [401, 'Tu sesión venció. Inicia sesión de nuevo.'],
  account_suspended: [
    403,
    'Tu cuenta está suspendida o en pausa: no puedes publicar ni reservar. Míralo en Conducta.',
  ],
  account_closing:
    'Tu cuenta se está cerrando. Para volver a viajar, cancela el cierre en Mis datos.',
  account_expelled: [403, 'Cerramos tu cuenta a los viajes. Mira por qué en Conducta.'],
  forbidden: [403, 'No tienes permiso para hacer esto.'],
  cookie_doubled: [
    400,
    'Tu navegador envió dos sesiones a la vez. Borra las cookies de Cupo e inicia sesión de nuevo.',
  ],
  bad_origin: [403, 'No pudimos verificar de dónde viene la solicitud.'],
  bad_credentials: [401, 'Usuario o contraseña incorrectos.'],
  session_reused: [401, 'Por seguridad cerramos tu sesión. Inicia sesión de nuevo.'],
  email_unconfirmed: [
    403,
    'Confirma tu correo para seguir: abre el enlace que te enviamos o pide otro en tu perfil.',
  ],
  profile_incomplete: [
    403,
    'Completa tu nombre y tu celular para seguir: así se pueden encontrar el día del viaje.',
  ],
  phone_locked: 'Tu celular está confirmado. Cámbialo en tu cuenta, con un código.',
  phone_code_wrong: [403, 'Ese código no es, venció o ya se usó. Pide otro.'],
  phone_channel_off: 'Por ahí no podemos enviar códigos ahora. Prueba otro medio.',
  email_taken: 'Ya existe una cuenta con ese correo. Inicia sesión o recupera tu cuenta.',
  username_taken: 'Ese nombre de usuario ya está en uso.',
  username_reserved: [400, 'Ese nombre de usuario está reservado. Elige otro.'],
  identification_taken: 'Otra cuenta ya verificó ese documento. Revisa las dos.',
  weak_password: [400, 'La contraseña debe tener al menos 8 caracteres.'],
  step_up_required: [403, 'Para continuar, confirma que eres tú.'],
  step_up_password: 'Tu cuenta tiene contraseña: escríbela para continuar.',
  step_up_code_wrong: [403, 'Ese código no es, venció o ya se usó. Pide otro si lo necesitas.'],
  new_password_required: [
    403,
    'Escribe la contraseña que quieres usar: este enlace se pidió desde otro navegador.',
  ],
  second_factor_required: [403, 'Confirma el segundo paso de tu cuenta para continuar.'],
  second_factor_wrong: [403, 'No pudimos confirmarlo: revisa el código y usa uno nuevo.'],
  second_factor_exists: 'Ya tienes ese segundo paso en tu cuenta.',
  wrong_password: [403, 'La contraseña actual no es correcta.'],
  profile_locked: 'Tu identidad ya está verificada. Escríbenos para corregir tu nombre.',
  identity_change_restarts: RESTARTS,
  person_not_found: [404, 'No encontramos a esa persona.'],
  women_only: [
    403,
    'Este viaje es solo para mujeres: verifica tu identidad y dilo en tu cuenta para reservar.',
  ],
  verified_only: [403, 'El conductor solo lleva a personas con la identidad verificada.'],
  one_seat_each:
    'En este viaje cada persona reserva su propio cupo, porque el conductor pide verificarla.',
  women_only_driver: [
    403,
    'Para ofrecer un viaje solo para mujeres, di en tu cuenta que eres mujer.',
  ],
  woman_locked:
    'Ya viajaste en un viaje solo para mujeres: para cambiar esto escríbenos a soporte.',
  trusted_contact_needed: [400, 'Escribe el celular o el correo de tu contacto.'],
  trusted_contact_self: [400, 'Tu contacto de confianza debe ser otra persona.'],
  trusted_contact_refused: 'Esa persona no quiere recibir avisos tuyos. Elige a otra.',
  trusted_contact_unreachable: 'Ahora no podemos escribir a celulares. Agrega también un correo.',
  reconciliation_days: [400, 'Elige hasta 40 días, del primero al último.'],
  payment_case_not_applicable: 'Este caso no se cierra con una propuesta: haz lo que dice.',
  payment_case_proposed: 'Ya hay una propuesta: confírmala o recházala primero.',
  payment_case_not_proposed: 'Ese caso no tiene una propuesta por confirmar.',
  payment_case_two_people: 'Este caso lo cierran dos personas: propón el cierre.',
  payment_case_same_person: 'Tiene que confirmarlo otra persona del equipo.',
  bank_statement_unreadable: [
    422,
    'No entendemos ese archivo: necesita las columnas fecha, referencia y valor.',
  ],
  bank_statement_days: [422, 'Ese extracto tiene pagos fuera de los días que elegiste.'],
  bank_statement_running_day: [422, 'Compara días completos, desde las 2:00 a. m. del siguiente.'],
  bank_statement_own:
    'Ese extracto prueba retiros que tú dijiste que se pagaron. Lo sube otra persona.',
  share_not_found: [404, 'Este enlace no sirve o ya no está activo.'],
  share_closed: 'Este viaje ya terminó o se canceló: no hay nada que compartir.',
  share_limit: 'Ya compartes este viaje con 10 personas. Deja de compartirlo con alguna.',
  position_not_shared: [404, 'Ya no compartes este viaje con nadie.'],
  block_self: [400, 'No puedes bloquearte a ti.'],
  block_limit: 'Ya bloqueaste a 200 personas. Desbloquea a alguna para agregar otra.',
  photo_not_found: [404, 'Esta persona no tiene foto.'],
  link_invalid: [410, 'Este enlace ya no sirve: venció, ya se usó o pediste uno más reciente.'],
  provider_disabled: [404, 'Esa forma de iniciar sesión no está disponible.'],
  redirect_not_allowed: [400, 'No podemos volver a esa dirección.'],
  oauth_failed: [401, 'No pudimos completar el inicio de sesión. Intenta de nuevo.'],
  oauth_cancelled: [401, 'Cancelaste el inicio de sesión.'],
  oauth_unavailable: [503, 'El proveedor no responde en este momento. Intenta de nuevo.'],
  oauth_code_invalid: [400, 'El inicio de sesión venció. Intenta de nuevo.'],
  email_unverified: [
    403,
    'Ese proveedor no ha verificado tu correo. Verifícalo e intenta de nuevo.',
  ],
  account_exists: 'Ya existe una cuenta con ese correo. Inicia sesión con tu contraseña.',
  terms_required: [400, 'Debes aceptar los términos y la verificación de datos.'],

  // Errors about notifications
  preference_fixed: 'Esos correos llegan siempre: son de tu dinero o de tu seguridad.',
  delivery_not_found: [404, 'Ese mensaje ya no está entre los fallidos.'],
  push_refused: [400, 'Este navegador no se puede suscribir a los avisos.'],

  // Errors about conversations
  conversation_not_found: [404, 'No encontramos esa conversación.'],
  conversation_over: 'Esta conversación ya terminó: solo puedes leerla.',
  conversation_closed: [403, 'No puedes escribir en esta conversación.'],
  conversation_removed: [
    403,
    'El conductor te sacó de este grupo: no puedes escribir en él. Tu viaje sigue igual.',
  ],
  wait_for_answer: 'Espera a que el conductor te responda para escribirle más.',

  // Errors about the ledger and the wallet
  insufficient_funds: 'Tu saldo no alcanza. Recarga tu billetera para continuar.',
  transfer_conflict: 'Ese movimiento ya existe con otros datos.',
  hold_not_found: 'No encontramos ese dinero apartado.',
  hold_resolved: 'Ese dinero apartado ya se resolvió.',
  hold_expired: 'El tiempo de ese dinero apartado venció.',
  amount_exceeds_hold: 'El valor supera lo apartado.',
  debt_open: 'Tienes un saldo pendiente. Recarga tu billetera para seguir.',
  account_unsuitable: 'La cuenta no permite ese movimiento.',

  // Errors about payments
  amount_not_whole: [400, 'Escribe el monto en pesos enteros, sin centavos.'],
  amount_too_small: [400, 'El monto mínimo de recarga es de $10.000 COP.'],
  amount_too_large: [400, 'El monto supera el máximo por recarga.'],
  payment_not_found: [404, 'No encontramos ese pago.'],
  too_many_open_payments: 'Tienes 10 recargas sin terminar. Descarta una o espera media hora.',
  clock_wrong: [503, 'Estamos ajustando el reloj del sistema. Intenta en unos minutos.'],
  payments_of_day: 'Hoy ya creaste 60 recargas. Vuelve mañana o escríbenos.',
  payment_replaced: 'Después de esta recarga entró otra. Si te falta saldo, empieza una nueva.',
  payment_case_not_found: [404, 'No encontramos ese caso.'],
  payment_case_resolved: 'Ese caso ya está resuelto.',
  payment_seen: 'La pasarela ya nos contó de un pago de esta recarga: mira su estado.',
  payment_old: 'Esta recarga es de hace días. Empieza una nueva.',
  gateway_unavailable: [502, 'Hubo un error al verificar el estado del pago.'],
  bad_signature: [401, 'Firma inválida.'],

  // Errors about places and prices
  place_not_found: [404, 'No conocemos ese lugar.'],
  route_not_found: [422, 'No encontramos una ruta por carretera entre esos lugares.'],
  route_stops_invalid: [400, 'Revisa las paradas: necesitas entre 2 y 8, en orden y sin repetir.'],
  safe_point_not_found: [404, 'No encontramos ese punto seguro.'],
  point_not_offered: 'El conductor ya eligió el punto de encuentro de esa parada.',
  safe_point_exists: 'Ese punto ya está en la lista o en revisión.',
  safe_point_far: [422, 'Esa ubicación queda lejos del municipio. Revísala.'],
  price_above_ceiling: [422, 'El precio supera el máximo permitido para compartir gastos.'],
  price_below_floor: [422, 'El precio está por debajo del mínimo permitido.'],

  // Errors about trips
  trip_not_found: [404, 'No encontramos ese viaje.'],
  trip_departs_in_past: [422, 'La salida debe ser en el futuro.'],
  trip_too_far_ahead: [422, 'Puedes publicar viajes hasta con 90 días de anticipación.'],
  trip_seats_exceed_vehicle: [422, 'Ese vehículo no tiene tantos cupos libres.'],
  trip_overlaps: 'Ya tienes un viaje que se cruza con este horario.',
  trip_daily_cap: 'Llegaste al máximo de viajes publicados para ese día.',
  publish_balance_required: 'Para aceptar pago directo necesitas al menos $10.000 en tu billetera.',
  trip_not_editable: 'Este viaje ya no se puede cambiar.',
  trip_has_bookings: 'Ya hay reservas: no puedes empeorar lo que tus pasajeros ya aceptaron.',
  trip_change_too_late:
    'Con reservas, la hora solo se mueve si faltan 2 horas o más para salir, antes y después.',
  trip_change_too_far:
    'Con reservas puedes mover el viaje hasta 48 horas. Si es más, cancélalo y publica otro.',
  seats_below_sold: 'Ya tienes más cupos reservados que esos.',
  series_stopped: 'Este viaje ya no se repite: publícalo otra vez.',
  series_not_found: [404, 'No encontramos ese viaje que se repite.'],
  series_limit: 'Ya repites muchos viajes. Deja de repetir alguno para agregar otro.',
  alert_not_found: [404, 'No encontramos esa alerta.'],
  alert_limit: 'Ya tienes 10 alertas activas. Apaga alguna para crear otra.',
  alert_over: 'Esta alerta ya no se puede encender otra vez. Crea una nueva.',
  alert_exists: 'Ya tienes una alerta activa para ese camino y esas fechas.',
  list_exists: 'Ya tienes una lista para ese camino con días en común. Apágala para cambiarla.',
  list_limit: 'Ya tienes 3 listas que compran por ti. Apaga alguna para crear otra.',
  list_needs_identity: [
    403,
    'Para que compremos por ti, confirma tu celular y verifica tu identidad, o termina un viaje.',
  ],
  lists_paused:
    'Dejaste dos cupos que compró tu lista. Vuelve a usarla 30 días después del último.',
  ride_request_not_found: [404, 'No encontramos esa solicitud de cupo.'],
  ride_request_exists: 'Ya buscas cupo por ese camino a esas horas.',
  ride_request_limit: 'Ya tienes 5 solicitudes abiertas. Retira alguna para publicar otra.',
  invitation_price_high: 'Tu precio está por encima de lo que ofrece esta persona.',
  trip_not_cancellable: 'Este viaje ya no se puede cancelar.',
  contact_in_text: [422, 'No incluyas precios, teléfonos, correos ni enlaces en las notas.'],

  // Errors about bookings and tickets
  booking_not_found: [404, 'No encontramos esa reserva.'],
  seats_unavailable: 'Ya no hay cupos para ese tramo.',
  already_booked: 'Ya tienes una reserva activa en este viaje.',
  overlapping_booking: 'Ya tienes una reserva o un viaje a esa hora.',
  returns_limit:
    'Ya devolviste cupos de este viaje varias veces. Solo puedes reservarlo con tu billetera.',
  too_many_open_bookings:
    'Tienes muchas reservas de pago directo sin viajar. Cancela alguna o paga con tu billetera.',
  keep_not_needed: 'Tu saldo ya alcanza: reserva de una vez, sin apartar el cupo.',
  too_many_keeps: 'Ya apartaste cupos varias veces hoy. Recarga primero y reserva si todavía hay.',
  keep_not_found: [404, 'No encontramos ese cupo apartado.'],
  keep_needs_top_up: 'Empieza tu recarga para tener apartado el cupo por más tiempo.',
  keep_ended: 'Ese cupo ya no está apartado.',
  trip_unavailable: 'Este viaje ya no está disponible. Prueba con otro.',
  own_trip: 'No puedes reservar en tu propio viaje.',
  trip_departed: 'El viaje ya salió.',
  request_too_late: 'El conductor ya no alcanza a responderte antes de salir. Prueba otro viaje.',
  trip_not_bookable: 'Este viaje ya no recibe reservas.',
  stop_not_found: [404, 'Esa parada no es de este viaje.'],
  stops_out_of_order: [400, 'La parada de bajada debe ir después de la de subida.'],
  stop_not_offered: 'El conductor no recoge en ese punto.',
  payment_mode_not_offered: 'El conductor no acepta esa forma de pago.',
  price_changed: 'El precio cambió. Revisa el nuevo valor antes de reservar.',
  driver_balance_low: 'El conductor no puede recibir pago directo en este momento.',
  booking_not_pending: 'Esta reserva ya no está pendiente.',
  booking_not_cancellable: 'Esta reserva ya no se puede cancelar.',
  no_show_too_early: 'Espera 15 minutos desde la hora acordada, o desde tu llegada si fue después.',
  calendar_not_found: [404, 'Ese enlace de calendario no existe o ya no funciona.'],
  booking_not_waiting: 'Esta reserva ya no espera a su pasajero.',
  segment_not_changeable: 'Ya no puedes cambiar el tramo de esta reserva.',
  receipt_not_ready: 'El comprobante estará listo cuando se pague o termine la reserva.',
  dispute_closed: 'Ya no puedes reclamar sobre esta reserva.',
  dispute_not_found: [404, 'No encontramos ese reclamo.'],
  dispute_second_person: 'Otra persona del equipo debe confirmar esta decisión.',
  dispute_resolved: 'Otra persona ya resolvió este reclamo.',
  booking_in_dispute: 'Hay un reclamo sobre esta reserva: una persona de Cupo lo revisa.',
  ticket_invalid: [422, 'Este tiquete no es válido.'],
  ticket_other_trip: 'Este tiquete es de otro viaje.',
  ticket_used: 'Este tiquete ya se usó.',
  ticket_revoked: 'Esta reserva fue cancelada.',
  ticket_not_confirmed: 'La reserva aún no está confirmada.',
  check_in_too_early: 'Aún es muy temprano para registrar la subida.',
  aboard_too_early: 'Aún es muy temprano para decir que ya vas a bordo.',
  aboard_said: 'Dijiste que ya vas a bordo. Deshazlo primero en tu tiquete.',
  aboard_not_undoable: 'Ya no se puede deshacer: tu subida quedó registrada.',

  // Errors about ratings
  rating_not_found: [404, 'No encontramos esa calificación.'],
  rating_too_early: 'Podrás calificar cuando termine el viaje.',
  rating_closed: 'El tiempo para calificar este viaje ya terminó.',
  rating_own_cancellation: 'Terminó por ti: por eso no calificas a la otra persona.',
  already_rated: 'Ya calificaste este viaje.',
  already_replied: 'Ya respondiste esta calificación.',
  rating_tag_unknown: [422, 'Esa opción no es de este viaje.'],
  rating_case_not_found: [404, 'No encontramos ese caso.'],
  rating_case_resolved: 'Otra persona ya decidió este caso.',

  // Errors about the back office
  reveal_subject_not_found: [404, 'Ese caso no es de esta persona.'],
  nothing_to_reveal: [404, 'Esta persona no nos dio ese dato.'],
  ledger_account_not_found: [404, 'No encontramos esa cuenta del libro.'],
  ledger_transfer_not_found: [404, 'No encontramos ese movimiento del libro.'],
  month_not_found: [404, 'Ese mes no está cerrado.'],
  month_not_next: 'Los meses se cierran en orden: cierra primero el anterior.',
  month_not_over: 'Ese mes todavía no termina.',
  month_cases_open: 'Quedan casos de pagos de ese mes por resolver.',
  month_not_compared: 'Faltan días de ese mes por conciliar con la pasarela.',
  month_not_chained: 'El libro todavía no cubre ese mes. Intenta en unos minutos.',

  // Errors about the roster of people on duty
  duty_person: 'Esa persona no atiende incidentes: primero dale el rol en El equipo.',
  duty_overlap: 'Esa persona ya tiene un turno a alguna de esas horas.',
  duty_past: 'Esa hora ya pasó, o está demasiado lejos. Elige otra.',

  // Errors about points and rewards
  points_insufficient: 'No tienes puntos suficientes para esta recompensa.',
  reward_not_found: [404, 'No encontramos esa recompensa.'],
  reward_closed: 'Esta recompensa no está disponible en esta fecha.',
  reward_sold_out: 'Se acabaron los códigos de esta recompensa.',
  reward_limit: 'Ya canjeaste esta recompensa las veces que se puede.',
  reward_gold_only: [403, 'Esta recompensa es para personas con tarjeta Gold.'],
  reward_dates: [422, 'La fecha final debe ser igual o posterior a la inicial.'],
  reward_codes_invalid: [
    422,
    'Cada código tiene de 3 a 60 letras, números o guiones; máximo 2.000.',
  ],
  reward_review_not_found: [404, 'No encontramos esa revisión.'],
  reward_review_resolved: 'Otra persona ya decidió esta revisión.',
  referral_code_unknown: [404, 'Ese código de invitación no existe. Revísalo con quien te invitó.'],
  referral_self: 'Ese código es tuyo: no puedes invitarte.',
  referral_late: 'El código de invitación solo sirve para cuentas nuevas y sin viajes.',
  referral_claimed: 'Ya registraste la invitación de otra persona.',

  // Errors about what the team switched off
  withdrawals_off: [
    503,
    'Los retiros están en pausa. Tu dinero sigue en tu saldo; intenta más tarde.',
  ],
  top_ups_off: [503, 'Las recargas están en pausa. No se cobró nada; intenta más tarde.'],
  publishing_off: [503, 'Publicar viajes está en pausa. Lo que llenaste sigue aquí.'],
  sign_ups_off: [503, 'Por ahora no abrimos cuentas nuevas. Intenta más tarde.'],
  ride_requests_off: [503, 'Pedir cupo está en pausa. Mientras tanto puedes crear una alerta.'],
  questions_off: [503, 'Preguntar antes de reservar está en pausa. Intenta más tarde.'],

  // Errors about prices that the team enters
  price_in_past: 'Ese día ya pasó. Un precio vale desde hoy o desde un día que viene.',
  price_same_person: 'Tú propusiste este precio: tiene que confirmarlo otra persona.',
  price_exists: 'Ese día ya tiene un precio, o uno por confirmar.',
} as const satisfies Record<string, Failure>

export type ErrorCode = keyof typeof table

export const errorCodes = () => Object.keys(table) as ErrorCode[]

function failureOf(code: ErrorCode): readonly [number, string] {
  const failure: Failure = table[code]
  return typeof failure === 'string' ? [409, failure] : failure
}

/** HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return failureOf(code)[0]
}

/** Spanish sentence shown to the person. */
export function messageOf(code: ErrorCode): string {
  return failureOf(code)[1]
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(table, value)
}
