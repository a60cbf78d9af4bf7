/**
 * Inline script that reserves the height of the home page's card and rows: a ticket of this day in
 * Bogotá, until six hours after the arrival, and searches on this device. The time is the device's
 * with the stored correction of web/lib/clock.ts.
 */
export const homeHeight =
  'try{var k,t,a,n=Date.now()+(parseFloat(localStorage.clock_offset)||0);' +
  "for(k in localStorage)if(!k.indexOf('ticket:')){t=JSON.parse(localStorage[k]);" +
  'a=Date.parse(t.booking.from.at);' +
  'if(t.ownerId===localStorage.auth_user_id&&n>=a-(a-18e6)%864e5&&' +
  "n<Date.parse(t.booking.to.at)+216e5)document.documentElement.dataset.travels=''}" +
  "if(localStorage['recent-searches'])document.documentElement.dataset.again=''}catch(e){}"
