/** Pictures that a clinic may have on its public page, those that wait for their check included. */
export const maxPictures = 10;
