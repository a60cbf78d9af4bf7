/** Choice to agree on the meeting point with the other person, instead of the id of a point. */
export const TO_AGREE = 'acordar'
