// How the cards of Claim are dealt, for the verification of the luck in a browser.

const VALUES = {
  knights: [2, 3, 4, 5, 6, 7, 8, 9], goblins: [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  giants: [1, 1, 3, 3, 5, 5, 7, 7, 9], gnomes: [1, 1, 1, 3, 3, 3, 5, 5, 5, 7, 7, 7, 9],
  kings: [4, 5, 6, 7, 8, 9, 10, 11, 12], peasants: [...Array(13).keys()], raccoons: [...Array(14).keys()],
};
const cards = (faction) => (VALUES[faction] ?? [...Array(10).keys()])
  .map((v) => `${faction.replace("ves", "f").replace(/s$/, "")}-${v}`);

export const draws = ({ head, players, shuffled }) => ({
  deal() {
    const factions = head.factions.split(" ");
    const late = factions.includes("raccoons") ? shuffled(cards("raccoons")).slice(4) : [];
    let deck = factions.filter((f) => f !== "raccoons").flatMap(cards);
    const hands = head.raccoons === "deck" || !late.length ? 0 : players === 2 ? 26 : 36;
    if (hands) deck = shuffled(deck);
    return [...deck.slice(0, hands), ...shuffled([...deck.slice(hands), ...late])];
  },
});
